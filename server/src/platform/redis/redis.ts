import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis as Client } from 'ioredis'
import type { Log } from '../log.ts'
import type { Timeouts } from '../timeouts.ts'

/**
 * Carries speed between the processes, never correctness. It may be away at any time: whoever asks then is
 * refused at once, and does without.
 */
export type Redis = {
  /** Refuses at once what it cannot send. */
  readonly client: Client
  /** Begins every name, so that two installations may share one server. */
  readonly prefix: string
  isUp(): boolean
  /** A connection of its own that waits for as long as the server is away; for reading what others send. */
  openReader(): Client
  /** Called each time the server is there again after it was away. */
  onReturn(listener: () => void): void
  close(): Promise<void>
}

type Options = { url: string; secret: Uint8Array; log: Log; timeouts: Pick<Timeouts, 'redisMs'> }

const lookEveryMs = 1_000
/** A reader asks anew every two seconds: one that hears nothing for longer has lost its connection. */
const silentMs = 5_000

/** As many as it takes: the server may be away for hours. */
const retryStrategy = (tries: number) => Math.min(50 * 2 ** tries, 1_000)

/** What all connections have in common. */
const common = { connectTimeout: 2_000, keepAlive: 10_000, retryStrategy, disableClientInfo: true }

/** What is known of the server. */
type Watch = {
  client: Client
  log: Log
  listeners: Set<() => void>
  stopping: AbortController
  isUp: boolean
  isMissed: boolean
  lastError: Error | undefined
}

export function openRedis({ url, secret, log, timeouts }: Options): Redis {
  const client = new Client(url, {
    ...common,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: timeouts.redisMs,
  })
  const readers = new Set<Client>()
  const watch: Watch = {
    ...{ client, log, listeners: new Set(), stopping: new AbortController() },
    ...{ isUp: false, isMissed: false, lastError: undefined },
  }
  const looking = keepLooking(watch)
  return {
    client,
    prefix: `marga:${createHmac('sha256', secret).update('redis').digest('hex').slice(0, 12)}:`,
    isUp: () => watch.isUp,
    openReader() {
      const reader = new Client(url, { ...common, maxRetriesPerRequest: null, socketTimeout: silentMs })
      // The writer's connection says what is wrong; one voice is enough.
      reader.on('error', () => {})
      readers.add(reader)
      return reader
    },
    onReturn: (listener) => void watch.listeners.add(listener),
    async close() {
      watch.stopping.abort()
      watch.isUp = false
      for (const reader of readers) reader.disconnect()
      client.disconnect()
      await looking
    },
  }
}

/** At each change of the connection, and now and then: a server may be there that answers nothing. */
async function keepLooking(watch: Watch) {
  const { client, stopping } = watch
  client.on('error', (error) => noteError(watch, error))
  client.on('ready', () => void look(watch))
  client.on('close', () => {
    if (watch.isUp) beAway(watch)
  })
  while (!stopping.signal.aborted) {
    await sleep(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => {})
    await look(watch)
  }
}

const noteError = (watch: Watch, error: Error) => {
  watch.lastError = error
}

async function look(watch: Watch) {
  const { client, stopping } = watch
  const ping = () =>
    client.ping().then(
      () => true,
      (error: Error) => noteError(watch, error),
    )
  const isThere = client.status === 'ready' && (await ping()) === true
  if (stopping.signal.aborted) return
  if (isThere) return watch.isUp ? undefined : beThere(watch)
  beAway(watch)
  // One that takes connections and answers nothing: nobody is to wait for it.
  if (client.status === 'ready') client.disconnect(true)
}

function beThere(watch: Watch) {
  watch.isUp = true
  watch.log.info('Redis is there')
  if (!watch.isMissed) return
  watch.isMissed = false
  for (const listener of watch.listeners) listener()
}

function beAway(watch: Watch) {
  watch.isUp = false
  if (watch.isMissed) return
  watch.isMissed = true
  watch.log.warn(
    { err: watch.lastError },
    'Redis is away: what goes between processes waits for the next catch-up',
  )
}
