import { readFileSync } from 'node:fs'
import { availableParallelism, getPriority, setPriority, totalmem } from 'node:os'

export type Machine = { cores: number; memoryBytes: number }

/** What this process may use: of the machine, or of its container. */
export function readMachine(): Machine {
  const allowed = process.constrainedMemory?.() ?? 0
  return {
    cores: Math.min(availableParallelism(), coresOfContainer()),
    memoryBytes: allowed > 0 ? Math.min(allowed, totalmem()) : totalmem(),
  }
}

/** Node 20 knows which cores it may use, and not how much of them. */
function coresOfContainer(): number {
  try {
    const [quota, period] = readFileSync('/sys/fs/cgroup/cpu.max', 'utf8').split(' ').map(Number)
    return quota! > 0 && period! > 0 ? Math.max(1, Math.floor(quota! / period!)) : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Gives this process at least so low a priority (as `nice` counts). One that was begun with a lower may have no higher. */
export function lowerPriority(niceness: number, own = { getPriority, setPriority }) {
  if (own.getPriority() < niceness) own.setPriority(niceness)
}
