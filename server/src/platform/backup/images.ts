import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Which picture a file belongs to; undefined for a file that is none of ours. */
export type ImageOf = (fileName: string) => string | undefined

/** Copies what is not in `to` yet. A picture never changes under its name, and one that goes meanwhile is let go. */
export async function copyImages(from: string, to: string, imageOf: ImageOf): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const there = new Set(await readdir(to))
  for (const name of await listImageFiles(from, imageOf)) {
    if (there.has(name)) continue
    await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      },
    )
  }
}

/** Keeps the pictures that the database tells of. @returns those that are there */
export async function keepOnly(
  folder: string,
  names: readonly string[],
  imageOf: ImageOf,
): Promise<ReadonlySet<string>> {
  const wanted = new Set(names)
  const found = new Set<string>()
  for (const file of await readdir(folder)) {
    const picture = imageOf(file)
    if (picture !== undefined && wanted.has(picture)) found.add(picture)
    else await rm(join(folder, file))
  }
  return found
}

export async function listImageFiles(folder: string, imageOf: ImageOf): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => imageOf(name) !== undefined)
}
