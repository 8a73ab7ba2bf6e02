import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** What comes within it goes by one statement. */
const gatherMs = 5
const retryMs = 500
/** Distinct ones that wait while the database is away: beyond that, who listens has lost its connection, too. */
const waitingMax = 10_000

/**
 * NOTIFY outside of any transaction of ours: in one, its commit would wait for all others that do so. Several that say
 * the same are one. What is lost when this process is killed in between must be found by looking, too.
 */
export function createGatheredNotify(pool: pg.Pool) {
  let waiting = new Map<string, { channel: string; payload: string }>()
  let sending: Promise<void> | undefined
  let isClosed = false

  async function send() {
    const told = [...waiting.values()]
    waiting = new Map()
    try {
      await pool.query(
        'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as given (channel, payload)',
        [told.map(({ channel }) => channel), told.map(({ payload }) => payload)],
      )
    } catch {
      if (isClosed) return
      for (const one of told) add(one)
      await sleep(retryMs, undefined, { ref: false })
    }
  }
  async function sendAll() {
    await sleep(gatherMs, undefined, { ref: false })
    while (waiting.size > 0) await send()
    sending = undefined
  }
  function add(one: { channel: string; payload: string }) {
    if (waiting.size < waitingMax) waiting.set(JSON.stringify([one.channel, one.payload]), one)
  }

  return {
    tell(channel: string, payload: string) {
      add({ channel, payload })
      sending ??= sendAll()
    },
    async close() {
      isClosed = true
      await sending
    },
  }
}
