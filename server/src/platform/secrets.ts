import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const secretPath = (dataDir: string, name: string) => join(dataDir, `${name}.secret`)

/** The secret of that name under the data folder, made once and readable by its owner only. */
export async function generatedSecret(dataDir: string, name: string): Promise<string> {
  const path = secretPath(dataDir, name)
  await mkdir(dataDir, { recursive: true })
  try {
    // Exclusive: of two processes that start at once, the second reads what the first wrote.
    await writeFile(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(path, 'utf8')).trim()
}
