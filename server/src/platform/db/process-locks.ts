import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectTimeoutMs } from './connect-timeout.ts'
import { endWhenSilent } from './silent-connections.ts'

/** What a lock is about: the first half of the key that PostgreSQL's advisory locks take. */
const spaces = { jobWorker: 0x6d6a6f62, process: 0x6d70726f, installation: 0x6d696e73 } as const
type Space = keyof typeof spaces
/** Held by whoever serves an installation, as long as that lasts. */
export const installationLock = { space: 'installation', name: 'server' } as const
type Lock = {
  space: Space
  name: string
  isExclusive?: boolean
  /** It was free for a while: others may have acted on that. */
  onTakenAgain?: () => void
}

export type ProcessLocks = {
  /**
   * Holds a lock from now on for as long as the process lives, beside others unless `isExclusive`. It is taken
   * again after every break of the connection. @returns false while others are in the way
   */
  hold(lock: Lock): Promise<boolean>
  close(): Promise<void>
}

const retryMs = 500
const heartbeatMs = 10_000
const closeWithinMs = 5_000

/** SQL: whether a living process holds the lock of the name in `column`. */
export const isLockTaken = (space: Space, column: string) => `exists (
  select from pg_locks
  where locktype = 'advisory' and granted and classid = ${spaces[space]}
    and objid = (hashtext(${column}::text)::bigint & 4294967295)::oid
    and database = (select oid from pg_database where datname = current_database())
)`

type Options = { url: string; onError: (error: Error) => void }
type Locks = Options & {
  /** What this process holds, or is to hold again. */
  wanted: Map<string, Lock>
  stopping: AbortController
  client: pg.Client | undefined
  connecting: Promise<pg.Client> | undefined
  lastQuery: Promise<unknown>
}

/**
 * Advisory locks on a connection of their own. They end with the connection, and so with the process,
 * however it ends: no clock and no heartbeat has to be trusted by whoever looks for them.
 */
export function openProcessLocks({ url, onError }: Options): ProcessLocks {
  const locks: Locks = {
    ...{ url, onError, wanted: new Map(), stopping: new AbortController() },
    ...{ client: undefined, connecting: undefined, lastQuery: Promise.resolve() },
  }
  // A silent loss of the network shows only when something is asked of the connection.
  const heartbeat = setInterval(() => {
    const current = locks.client
    if (current) ask(locks, current, 'select 1').catch((error: Error) => lose(locks, current, error))
  }, heartbeatMs)
  heartbeat.unref()
  return {
    hold: (lock) => hold(locks, lock),
    async close() {
      locks.stopping.abort()
      clearInterval(heartbeat)
      // The address may let it take longer than a process may to end; it ends itself where it opens later.
      const connected = locks.connecting?.catch(() => {})
      if (connected) await Promise.race([connected, sleep(closeWithinMs, undefined, { ref: false })])
      const current = locks.client
      locks.client = undefined
      await current?.end().catch(() => {})
    },
  }
}

async function hold(locks: Locks, lock: Lock): Promise<boolean> {
  const on = await ensureConnected(locks)
  const key = `${lock.space} ${lock.name}`
  if (locks.wanted.has(key)) return true
  const isTaken = await take(locks, on, lock)
  if (isTaken) locks.wanted.set(key, lock)
  return isTaken
}

/** One after the other, as a connection wants it. */
function ask<T extends object>(locks: Locks, on: pg.Client, text: string, values: unknown[] = []) {
  const asked = locks.lastQuery.then(() => on.query<T>(text, values))
  locks.lastQuery = asked.catch(() => {})
  return asked
}

async function take(locks: Locks, on: pg.Client, { space, name, isExclusive }: Lock): Promise<boolean> {
  const attempt = isExclusive ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const text = `select ${attempt}($1, hashtext($2)) as "isTaken"`
  const { rows } = await ask<{ isTaken: boolean }>(locks, on, text, [spaces[space], name])
  return rows[0]!.isTaken
}

async function ensureConnected(locks: Locks) {
  if (locks.client) return locks.client
  locks.connecting ??= connect(locks).finally(() => {
    locks.connecting = undefined
  })
  return locks.connecting
}

async function connect(locks: Locks): Promise<pg.Client> {
  const next = new pg.Client({
    connectionString: locks.url,
    application_name: 'marga locks',
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs(locks.url),
  })
  next.on('error', (error) => lose(locks, next, error))
  next.on('end', () => lose(locks, next))
  await next.connect()
  if (locks.stopping.signal.aborted) {
    await next.end()
    throw new Error('the process lets go of its locks')
  }
  endWhenSilent(next)
  // A machine that vanishes without a word must not hold them for hours.
  await next.query(
    'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
  )
  const missed: Lock[] = []
  for (const lock of locks.wanted.values()) if (!(await take(locks, next, lock))) missed.push(lock)
  locks.client = next
  for (const lock of locks.wanted.values()) if (!missed.includes(lock)) lock.onTakenAgain?.()
  for (const lock of missed) void takeLater(locks, lock)
  return next
}

function lose(locks: Locks, which: pg.Client, error?: Error) {
  if (locks.client !== which) return
  locks.client = undefined
  which.end().catch(() => {})
  if (locks.stopping.signal.aborted) return
  locks.onError(error ?? new Error('the connection that holds the locks has ended'))
  void reconnect(locks)
}

async function reconnect(locks: Locks) {
  while (!locks.stopping.signal.aborted && !locks.client) {
    await ensureConnected(locks).catch(() => {})
    if (!locks.client) await pause(locks)
  }
}

/** Somebody else has taken what this process held until its connection broke. */
async function takeLater(locks: Locks, lock: Lock) {
  locks.onError(new Error(`another process holds the lock ${lock.space} ${lock.name} now`))
  while (!locks.stopping.signal.aborted) {
    await pause(locks)
    if (locks.client && (await take(locks, locks.client, lock).catch(() => false))) return
  }
}

const pause = ({ stopping }: Locks) => sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
