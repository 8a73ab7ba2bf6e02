import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Of memory that is mounted as a folder, as Linux does it. */
const memoryFolder = '/dev/shm'
/** Many times what journeys, video and storms were seen to hold at once, 370 MB; a test that fills a disk is not to find this one. */
const roomNeeded = 8 * 2 ** 30

/**
 * Has everything that tests make and throw away made in memory, where there is room for it: a test's database alone is
 * eight hundred files, which a disk takes half a second and more to make. A container may have a few megabytes of such
 * memory; there, and where there is none, files lie where they always do.
 * @returns the folder, which is gone when the process ends; undefined without one
 */
export function useMemoryForScratch({ parent = memoryFolder, needed = roomNeeded, env = process.env } = {}) {
  if (!existsSync(parent) || freemem() < needed) return undefined
  const { bavail, bsize } = statfsSync(parent)
  if (bavail * bsize < needed) return undefined
  const folder = mkdtempSync(join(parent, 'marga-tests-'))
  // PostgreSQL runs as another user than root, and must be able to enter and write.
  chmodSync(folder, 0o1777)
  // What os.tmpdir() gives from now on, here and in all that is started from here.
  env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
