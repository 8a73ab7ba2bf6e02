import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageStore } from './images.ts'

/** Public address below which disk-stored pictures are served. */
export const uploadsPath = '/uploads/'

export function createDiskStore({ folder }: { folder: string }): ImageStore {
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true })
      const path = join(folder, name)
      // Whole or not at all: a crash must not leave half a picture under its final name.
      await writeFile(`${path}.part`, bytes)
      await rename(`${path}.part`, path)
      return `${uploadsPath}${name}`
    },
  }
}
