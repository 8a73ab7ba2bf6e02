import pg from 'pg'

/** Asked while a process begins, whose own thread may be busy for seconds on a small machine. */
const answerWithinMs = 30_000
const rounds = 5

/** What an operator reads at start and from the doctor. */
export const sharedConnectionsText =
  'Between here and the database of DATABASE_URL is a pooler in transaction or statement mode: it lends a connection for one transaction only, so that locks, notices and prepared statements would be lost or reach others. Set pool_mode = session for this database, or give the address of PostgreSQL itself.'

/** Every way to the database for which this process asks must be a session of its own. @throws when it is not */
export async function requireSessionPooling(url: string): Promise<void> {
  if (await sharesConnections(url)) throw new Error(sharedConnectionsText)
}

/**
 * Whether somebody in between lends the same session to several connections in turn. Seen from the sessions
 * themselves, whatever the pooler: its settings are not to be asked for.
 */
export async function sharesConnections(url: string): Promise<boolean> {
  const [one, other] = [open(url), open(url)]
  try {
    await one.connect()
    await other.connect()
    const own = new Set<number>()
    for (let round = 0; round < rounds; round++) {
      own.add(await sessionOf(one))
      // Whoever lends gives away what has come back last, or the next in turn.
      await other.query('begin')
      if (own.has(await sessionOf(other)) || own.size > 1) return true
      await other.query('commit')
    }
    return false
  } catch (error) {
    if (error instanceof Error && /statement pooling mode/.test(error.message)) return true
    throw error
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => {})))
  }
}

function open(url: string) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
    application_name: 'look for a pooler',
  })
  client.on('error', () => {})
  return client
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}
