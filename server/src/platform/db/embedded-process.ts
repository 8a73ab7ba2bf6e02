import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export type ProcessFacts = {
  isZombie: boolean
  /** Differs for two processes that were given the same pid one after the other, across reboots too. */
  startedAt: string
  command: string[]
  /** Absent where the system does not tell, or not to us. */
  workingDirectory?: string
}

const hasProc = existsSync('/proc/self/stat')
const bootId = hasProc ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8) : ''

/** What is known about a process; undefined when there is none with this pid. */
export function readProcess(pid: number): ProcessFacts | undefined {
  try {
    return hasProc ? readFromProc(pid) : readFromPs(pid)
  } catch {
    return undefined
  }
}

export function isRunning(pid: number): boolean {
  const facts = readProcess(pid)
  return facts !== undefined && !facts.isZombie
}

/** Every process of the PostgreSQL on this data directory, its workers included: they all work inside it. */
export function findPostgresProcesses(dataPath: string, recordedPid?: number): number[] {
  const candidates = hasProc ? readdirSync('/proc').map(Number).filter(Number.isInteger) : [recordedPid]
  return candidates.filter((pid) => pid !== undefined && isPostgresOf(pid, dataPath)) as number[]
}

/** Resolves to false when some are still there at the end. */
export async function waitUntilGone(pids: number[], timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (pids.some(isRunning)) {
    if (performance.now() > deadline) return false
    await delay(20)
  }
  return true
}

export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** A pid may have been given to somebody else since, so the number alone proves nothing. */
function isPostgresOf(pid: number, dataPath: string): boolean {
  const facts = readProcess(pid)
  if (!facts || facts.isZombie) return false
  // A worker renames itself to "postgres: …"; only the postmaster keeps its arguments.
  const [program = '', ...args] = facts.command
  if (!basename(program.split(':')[0] ?? '').startsWith('postgres')) return false
  return facts.workingDirectory === dataPath || args.includes(dataPath)
}

function readFromProc(pid: number): ProcessFacts {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is the name in parentheses and may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    isZombie: fields[0] === 'Z' || fields[0] === 'X',
    startedAt: `${bootId}.${fields[19]}`,
    command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'),
    workingDirectory: readWorkingDirectory(pid),
  }
}

function readWorkingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function readFromPs(pid: number): ProcessFacts {
  const ask = (column: string) =>
    execFileSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
  return {
    isZombie: ask('stat').startsWith('Z'),
    startedAt: ask('lstart').replace(/\W+/g, '-'),
    command: ask('command').split(' '),
  }
}
