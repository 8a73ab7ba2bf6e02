import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis as Client } from 'ioredis'
import type { Log } from '../log.ts'

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

type Options = { url: string; secret: Uint8Array; log: Log }

const answerWithinMs = 1_000
const lookEveryMs = 1_000
/** A reader asks anew every two seconds: one that hears nothing for longer has lost its connection. */
const silentMs = 5_000

/** As many as it takes: the server may be away for hours. */
const retryStrategy = (tries: number) => Math.min(50 * 2 ** tries, 1_000)

export function openRedis({ url, secret, log }: Options): Redis {
  const common = { connectTimeout: 2_000, keepAlive: 10_000, retryStrategy, disableClientInfo: true }
  const client = new Client(url, {
    ...common,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: answerWithinMs,
  })
  const readers = new Set<Client>()
  const listeners = new Set<() => void>()
  const stopping = new AbortController()
  let isUp = false
  let isMissed = false
  let lastError: Error | undefined
  const noteError = (error: Error) => {
    lastError = error
  }
  client.on('error', noteError)

  const pause = () => sleep(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => {})

  async function look() {
    const isThere = client.status === 'ready' && (await client.ping().then(() => true, noteError)) === true
    if (stopping.signal.aborted) return
    if (isThere) return isUp ? undefined : beThere()
    beAway()
    // One that takes connections and answers nothing: nobody is to wait for it.
    if (client.status === 'ready') client.disconnect(true)
  }

  function beThere() {
    isUp = true
    log.info('Redis is there')
    if (!isMissed) return
    isMissed = false
    for (const listener of listeners) listener()
  }

  function beAway() {
    isUp = false
    if (isMissed) return
    isMissed = true
    log.warn({ err: lastError }, 'Redis is away: what goes between processes waits for the next catch-up')
  }

  client.on('ready', () => void look())
  client.on('close', () => {
    if (isUp) beAway()
  })
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await pause()
      await look()
    }
  })()

  return {
    client,
    prefix: `marga:${createHmac('sha256', secret).update('redis').digest('hex').slice(0, 12)}:`,
    isUp: () => isUp,
    openReader() {
      const reader = new Client(url, { ...common, maxRetriesPerRequest: null, socketTimeout: silentMs })
      // The writer's connection says what is wrong; one voice is enough.
      reader.on('error', () => {})
      readers.add(reader)
      return reader
    },
    onReturn: (listener) => void listeners.add(listener),
    async close() {
      stopping.abort()
      isUp = false
      for (const reader of readers) reader.disconnect()
      client.disconnect()
      await looking
    },
  }
}
