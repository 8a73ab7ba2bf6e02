import type { Counted } from '../count-windows.ts'

/** What the primary has a process do. */
export type Assignment = {
  role: 'web' | 'jobs'
  /** How the metrics call it; a successor has the same. */
  name: string
  /** How many processes answer requests. */
  webProcesses: number
  databaseUrl: string
}

/** Text, so that nobody takes apart what is not for those who are here. */
export type Told = {
  text: string
  /** For the sockets in these; else for every process. */
  rooms?: readonly string[] | undefined
}

/** What a process says to the primary; several at once, in their order. */
export type ToPrimary =
  | { says: 'hello' }
  | { says: 'ready'; url: string }
  | { says: 'failed'; why: string }
  | ({ says: 'tell' } & Told)
  | { says: 'count'; id: number; keys: readonly string[] }
  | { says: 'measured'; id: number; figures: object[] }

/** What the primary says to a process. */
export type FromPrimary =
  | { says: 'begin'; assignment: Assignment }
  | ({ says: 'told'; from: number } & Told)
  | { says: 'left'; who: number }
  | { says: 'counted'; id: number; counted: Counted[] }
  | { says: 'measure'; id: number }

/** Node's cluster sends messages of its own over the same channel. */
export const packetOf = <T>(message: unknown): T[] =>
  message !== null && typeof message === 'object' && 'marga' in message ? (message.marga as T[]) : []
