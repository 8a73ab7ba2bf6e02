import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readProcess } from './embedded-process.ts'

/**
 * One process a folder, without a helper process and without anything to clean up after a kill -9.
 *
 * Every contender puts down a file of its own, named by its pid and its start time, and only then looks
 * around: it has the lock when it sees no other live one. Two cannot both win, since whoever looked first
 * had put its file down before the other looked. A file of the dead can be removed by anybody, because its
 * name never comes back. (One lock file for all would have to be taken from the dead, and two can do that
 * at once.) A pid means nothing outside its container, so a folder must not be shared between containers.
 */
export async function acquireLock(folder: string, waitMs: number): Promise<() => void> {
  mkdirSync(folder, { recursive: true })
  const ownFile = join(folder, nameFor(process.pid))
  const deadline = performance.now() + waitMs
  for (;;) {
    putDown(ownFile)
    const holder = findLiveHolder(folder)
    if (holder === undefined) return () => rmSync(ownFile, { force: true })
    rmSync(ownFile, { force: true })
    if (performance.now() >= deadline) throw new LockedError(holder)
    // Two that met each other both step back; a random pause lets one of them be first.
    await delay(50 + Math.random() * 150)
  }
}

export class LockedError extends Error {
  readonly holderPid: number

  constructor(holderPid: number) {
    super(`held by process ${holderPid}`)
    this.holderPid = holderPid
  }
}

function nameFor(pid: number): string {
  return `${pid}-${readProcess(pid)?.startedAt}`
}

function putDown(file: string): void {
  try {
    writeFileSync(file, '', { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new LockedError(process.pid)
  }
}

/** The other process that has the lock, or is about to. */
export function findLiveHolder(folder: string): number | undefined {
  if (!existsSync(folder)) return undefined
  for (const name of readdirSync(folder)) {
    const pid = Number.parseInt(name, 10)
    if (pid === process.pid) continue
    const facts = readProcess(pid)
    if (facts && !facts.isZombie && name === `${pid}-${facts.startedAt}`) return pid
    rmSync(join(folder, name), { force: true })
  }
  return undefined
}
