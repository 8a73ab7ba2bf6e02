import type { Socket } from 'node:net'
import type pg from 'pg'

/** Longer than PostgreSQL lets a statement of a request take before it answers that it has ended it. */
const silentMs = 20_000

/** What pg keeps to itself. */
type Inner = {
  connection: { stream: Socket }
  readyForQuery: boolean
  _activeQuery: { text?: string } | null
}

/** Of a statement, so much that it is recognised in the log; its values are not part of it. */
const toldLength = 120

const inside = (client: pg.ClientBase) => client as unknown as Inner

/**
 * Ends a connection on which nothing comes back although something was asked: the machine has gone without a word, and
 * the system would wait a quarter of an hour before it says so. To be called once it is open.
 */
export function endWhenSilent(client: pg.ClientBase, afterMs = silentMs): void {
  const { stream } = inside(client).connection
  stream.setTimeout(afterMs)
  stream.on('timeout', () => {
    const { readyForQuery, _activeQuery } = inside(client)
    if (readyForQuery) return
    const asked = _activeQuery?.text?.slice(0, toldLength) ?? 'a transaction'
    const error = new Error(`PostgreSQL does not answer any more; it was asked: ${asked}`)
    // As the system would say in the end: by this it is known as a database that is away, and asked again.
    stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
  })
}

/** For statements that may take as long as they need, on a connection that is not given back. */
export const neverEndWhenSilent = (client: pg.ClientBase): void =>
  void inside(client).connection.stream.setTimeout(0)
