import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import type { ImageStore } from './images.ts'

/** Pictures in a folder. Names are ours, never a caller's: nothing here looks for `..`. */
export function createDiskStore({ folder }: { folder: string }): ImageStore {
  async function write(name: string, bytes: Buffer) {
    await mkdir(folder, { recursive: true })
    const path = join(folder, name)
    // Whole or not at all: a crash must not leave half a picture under its final name.
    await writeFile(`${path}.part`, bytes)
    await rename(`${path}.part`, path)
  }
  return {
    async put(name, bytes) {
      try {
        await write(name, bytes)
      } catch (cause) {
        await rm(join(folder, `${name}.part`), { force: true }).catch(() => {})
        throw unavailable(cause)
      }
    },
    async get(name) {
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw unavailable(error)
      }
    },
    async remove(name) {
      await rm(join(folder, name), { force: true })
    },
    async verify() {
      const probe = `.probe-${process.pid}`
      await write(probe, Buffer.from('probe'))
      await rm(join(folder, probe))
    },
  }
}

/** A disk that is full or read-only: nothing that the caller could mend. */
const unavailable = (cause: unknown) => new AppError('unavailable', { retryAfterSeconds: 60, cause })
