import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { endWhenSilent } from './silent-connections.ts'

export type NotifyListener = {
  /** False while notifications may be missed; the caller must then ask the database itself. */
  isListening(): boolean
  close(): Promise<void>
}

type Options = {
  url: string
  log: Log
  handlers: Record<string, (payload: string) => void>
  /** Runs after every (re)connection, before `isListening` turns true: load what was missed. */
  onConnected: () => Promise<void>
}

const retryDelayMs = 500
const heartbeatMs = 10_000
const answerWithinMs = 5_000

/** One connection that LISTENs on the handlers' channels and comes back by itself when it breaks. */
export function startNotifyListener({ url, log, handlers, onConnected }: Options): NotifyListener {
  let client: pg.Client | undefined
  let isListening = false
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'marga-listen',
      keepAlive: true,
      // A proxy takes connections for a machine that is gone, and nothing is ever answered on them.
      connectionTimeoutMillis: answerWithinMs,
    })
    client = next
    next.on('notification', ({ channel, payload }) => handlers[channel]?.(payload ?? ''))
    next.on('error', (error) => lost(next, error))
    next.on('end', () => lost(next))
    try {
      await next.connect()
      endWhenSilent(next)
      for (const channel of Object.keys(handlers)) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      await onConnected()
      isListening = client === next && !isClosed
    } catch (error) {
      lost(next, error as Error)
    }
  }

  function lost(which: pg.Client, error?: Error) {
    if (client !== which) return
    client = undefined
    isListening = false
    which.end().catch(() => {})
    if (isClosed) return
    log.warn({ err: error }, 'notifications interrupted, reconnecting')
    retry = setTimeout(connect, retryDelayMs)
  }

  // A silent network loss shows only when something is asked of the connection.
  const heartbeat = setInterval(() => {
    const current = client
    if (current && isListening) answer(current).catch((error: Error) => lost(current, error))
  }, heartbeatMs)
  heartbeat.unref()

  void connect()
  return {
    isListening: () => isListening,
    async close() {
      isClosed = true
      clearInterval(heartbeat)
      clearTimeout(retry)
      const current = client
      client = undefined
      await current?.end().catch(() => {})
    },
  }
}

/** A connection whose other end is gone without a word neither answers nor fails for many minutes. */
const answer = (client: pg.Client) =>
  Promise.race([
    client.query('select 1'),
    sleep(answerWithinMs, undefined, { ref: false }).then(() => {
      throw new Error(`no answer within ${answerWithinMs} ms`)
    }),
  ])
