import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atExit } from '../../testkit/processes.mjs'

/**
 * A disk of its own, in memory, that other files of the machine do not fill and that fills nothing else.
 * @returns its folder; undefined without the right to mount one
 */
export function mountSmallDisk(megabytes: number): { folder: string; unmount(): void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'marga-small-disk-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    remove()
    return undefined
  }
  // A test that is ended by force unmounts nothing, and what ran on the disk may still be ending.
  const forget = atExit(() => {
    execFileSync('umount', ['--lazy', folder])
    remove()
  })
  return {
    folder,
    unmount() {
      execFileSync('umount', [folder])
      forget()
      remove()
    },
  }
}
