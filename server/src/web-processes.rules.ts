import type { Machine } from './platform/machine.ts'

/** Below that PostgreSQL, or what else the machine does, has the other core. */
const coresMin = 4
/** More than these want more connections than PostgreSQL allows unless it is told to. */
export const processesMax = 4
const memoryEachBytes = 512 * 2 ** 20

/** How many processes answer requests with PROCESSES=auto: one core is left to the database, one process fits everywhere. */
export function webProcessesFor({ cores, memoryBytes }: Machine): number {
  if (cores < coresMin) return 1
  return Math.max(1, Math.min(cores - 1, processesMax, Math.floor(memoryBytes / memoryEachBytes) - 1))
}

/** How many connections for requests each of them may open: together about as many as one would. */
export const requestConnections = (webProcesses: number) =>
  webProcesses === 1 ? 20 : Math.max(5, Math.ceil(24 / webProcesses))
