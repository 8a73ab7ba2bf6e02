import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** What a lock is about: the first half of the key that PostgreSQL's advisory locks take. */
const spaces = { jobWorker: 0x6d6a6f62, process: 0x6d70726f, installation: 0x6d696e73 } as const
type Space = keyof typeof spaces
type Lock = { space: Space; name: string; isExclusive?: boolean }

export type ProcessLocks = {
  /**
   * Holds a lock from now on for as long as the process lives, beside others unless `isAlone`. It is taken
   * again after every break of the connection. @returns false while others are in the way
   */
  hold(lock: Lock): Promise<boolean>
  close(): Promise<void>
}

const retryMs = 500
const heartbeatMs = 10_000

/** SQL: whether a living process holds the lock of the name in `column`. */
export const isLockTaken = (space: Space, column: string) => `exists (
  select from pg_locks
  where locktype = 'advisory' and granted and classid = ${spaces[space]}
    and objid = (hashtext(${column}::text)::bigint & 4294967295)::oid
    and database = (select oid from pg_database where datname = current_database())
)`

/**
 * Advisory locks on a connection of their own. They end with the connection, and so with the process,
 * however it ends: no clock and no heartbeat has to be trusted by whoever looks for them.
 */
export function openProcessLocks({
  url,
  onError,
}: {
  url: string
  onError: (error: Error) => void
}): ProcessLocks {
  const wanted = new Map<string, Lock>()
  const stopping = new AbortController()
  let client: pg.Client | undefined
  let connecting: Promise<pg.Client> | undefined

  let lastQuery: Promise<unknown> = Promise.resolve()

  /** One after the other, as a connection wants it. */
  function ask<T extends object>(on: pg.Client, text: string, values: unknown[] = []) {
    const asked = lastQuery.then(() => on.query<T>(text, values))
    lastQuery = asked.catch(() => {})
    return asked
  }

  async function take(on: pg.Client, { space, name, isExclusive }: Lock): Promise<boolean> {
    const attempt = isExclusive ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
    const text = `select ${attempt}($1, hashtext($2)) as "isTaken"`
    const { rows } = await ask<{ isTaken: boolean }>(on, text, [spaces[space], name])
    return rows[0]!.isTaken
  }

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'marga locks',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    next.on('error', (error) => lost(next, error))
    next.on('end', () => lost(next))
    await next.connect()
    // A machine that vanishes without a word must not hold them for hours.
    await next.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    )
    const missed: Lock[] = []
    for (const lock of wanted.values()) if (!(await take(next, lock))) missed.push(lock)
    client = next
    for (const lock of missed) void takeLater(lock)
    return next
  }

  const ensureConnected = async () => {
    if (client) return client
    connecting ??= connect().finally(() => {
      connecting = undefined
    })
    return connecting
  }

  function lost(which: pg.Client, error?: Error) {
    if (client !== which) return
    client = undefined
    which.end().catch(() => {})
    if (stopping.signal.aborted) return
    onError(error ?? new Error('the connection that holds the locks has ended'))
    void reconnect()
  }

  async function reconnect() {
    while (!stopping.signal.aborted && !client) {
      await ensureConnected().catch(() => {})
      if (!client) await pause()
    }
  }

  /** Somebody else has taken what this process held until its connection broke. */
  async function takeLater(lock: Lock) {
    onError(new Error(`another process holds the lock ${lock.space} ${lock.name} now`))
    while (!stopping.signal.aborted) {
      await pause()
      if (client && (await take(client, lock).catch(() => false))) return
    }
  }

  const pause = () => sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {})

  // A silent loss of the network shows only when something is asked of the connection.
  const heartbeat = setInterval(() => {
    const current = client
    if (current) ask(current, 'select 1').catch((error: Error) => lost(current, error))
  }, heartbeatMs)
  heartbeat.unref()

  return {
    async hold(lock) {
      const on = await ensureConnected()
      const key = `${lock.space} ${lock.name}`
      if (wanted.has(key)) return true
      const isTaken = await take(on, lock)
      if (isTaken) wanted.set(key, lock)
      return isTaken
    },
    async close() {
      stopping.abort()
      clearInterval(heartbeat)
      const current = client ?? (await connecting?.catch(() => undefined))
      client = undefined
      await current?.end().catch(() => {})
    },
  }
}
