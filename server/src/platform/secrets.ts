import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The secret of that name under the data folder, made once and readable by its owner only. */
export async function generatedSecret(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, `${name}.secret`)
  await mkdir(dataDir, { recursive: true })
  try {
    // Exclusive: of two processes that start at once, the second reads what the first wrote.
    await writeFile(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(path, 'utf8')).trim()
}
