import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** As TOKEN_SECRET. */
const shortest = 32

export const secretPath = (dataDir: string, name: string) => join(dataDir, `${name}.secret`)

/**
 * The secret of that name under the data folder, made once and readable by its owner only.
 * @throws where the file is torn: with an empty key anybody could make tokens
 */
export async function generatedSecret(dataDir: string, name: string): Promise<string> {
  const path = secretPath(dataDir, name)
  await mkdir(dataDir, { recursive: true })
  if (!existsSync(path)) await makeSecret(dataDir, path)
  const secret = (await readFile(path, 'utf8')).trim()
  if (secret.length >= shortest) return secret
  throw new Error(
    `${path} holds ${secret.length} characters of a secret that has at least ${shortest}: its writing was broken off. Put the one of a backup there. Without one remove the file: everybody has to sign in again then, and two-step sign-in has to be set up anew.`,
  )
}

/** Whole before it has its name, on the disk before it is used. Of two processes that make it at once one wins. */
async function makeSecret(dataDir: string, path: string) {
  const unfinished = `${path}.${randomUUID()}`
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(randomBytes(48).toString('base64url'))
      await file.sync()
    } finally {
      await file.close()
    }
    await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(unfinished, { force: true })
  }
  await syncFolder(dataDir)
}

/** Else a power cut could take the name away, and with it what was sealed by the secret. */
async function syncFolder(dataDir: string) {
  const folder = await open(dataDir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
