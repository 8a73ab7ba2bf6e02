import { createHash, createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

/** Raised when a backup is written in another way, so that older software refuses it. */
export const formatVersion = 1
const fileName = 'manifest.json'

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  file: z.string(),
})

const manifest = z.object({
  format: z.number(),
  takenAt: z.string(),
  postgres: z.string(),
  /** The mark: software that lacks one of these is older than the backup. */
  migrations: z.array(z.string()),
  /** The same for the tables of the jobs, which their library keeps. */
  jobsVersion: z.number(),
  tables: z.array(table),
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() }),
  ),
  /** Pictures of which the database tells and which were not in the folder: elsewhere, or lost before. */
  missingPictures: z.number(),
  picturesAreElsewhere: z.boolean(),
  /** By which a restore sees whether TOKEN_SECRET is still the same. */
  secretMark: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
})
export type Manifest = z.output<typeof manifest>
export type TableCopy = z.output<typeof table>

/** What cannot be used as it is, in a sentence for the person who asked. */
export class BackupError extends Error {}

export const markOf = (tokenSecret: string) =>
  createHmac('sha256', tokenSecret).update('marga backup').digest('hex').slice(0, 16)

/** Written last: a folder without it is no backup. */
export async function writeManifest(folder: string, content: Omit<Manifest, 'files'>): Promise<Manifest> {
  const files = []
  for (const path of await listFiles(folder)) files.push(await describeFile(folder, path))
  const whole = { ...content, files }
  const handle = await open(join(folder, `${fileName}.part`), 'w', 0o600)
  await handle.writeFile(`${JSON.stringify(whole, undefined, 2)}\n`)
  await handle.sync()
  await handle.close()
  await rename(join(folder, `${fileName}.part`), join(folder, fileName))
  return whole
}

/** Reads it and holds every file against it. @throws BackupError */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, fileName), 'utf8').catch(() => {
    throw new BackupError(`There is no backup in ${folder} (no ${fileName}).`)
  })
  const raw: unknown = JSON.parse(text)
  const { format } = z.object({ format: z.number() }).parse(raw)
  if (format > formatVersion)
    throw new BackupError(
      'The backup was made by a newer version of this software. Install that version first.',
    )
  const whole = manifest.parse(raw)
  const held = new Set(whole.files.map(({ path }) => path))
  for (const { file } of whole.tables)
    if (!held.has(file)) throw new BackupError(`The backup is damaged: ${file} is not a part of it.`)
  for (const { path, bytes, sha256 } of whole.files) {
    const found = await describeFile(folder, path).catch(() => undefined)
    if (found?.bytes !== bytes || found.sha256 !== sha256)
      throw new BackupError(
        `The backup is damaged: ${path} ${found ? 'is not what was written' : 'is missing'}.`,
      )
  }
  return whole
}

async function describeFile(folder: string, path: string) {
  const full = join(folder, path)
  const hash = createHash('sha256')
  await pipeline(createReadStream(full), hash)
  return { path, bytes: (await stat(full)).size, sha256: hash.digest('hex') }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
