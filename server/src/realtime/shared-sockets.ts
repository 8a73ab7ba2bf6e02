import { setTimeout as sleep } from 'node:timers/promises'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { ClusterAdapter } from 'socket.io-adapter'
import type { Redis } from '../platform/redis/redis.ts'
import { type AdapterFactory, localFirst } from './local-first.ts'

const ttlMs = 60_000
const trimEveryMs = 10_000
const entriesMax = 50_000
const readAgainAfterMs = 250

/** Rooms over all processes that share a Redis. With Redis away each process goes on with its own sockets. */
export function shareSockets(redis: Redis): AdapterFactory {
  const streamName = `${redis.prefix}sockets`
  // The adapter reads on copies of the client: those must wait where the client itself refuses.
  const client = new Proxy(redis.client, {
    get: (target, name) => {
      if (name === 'duplicate') return () => patient(redis.openReader())
      if (name === 'publish')
        return (channel: string, message: Buffer) => {
          const published = target.publish(channel, message)
          // The adapter leaves this promise alone, and while Redis is away that would end the process.
          published.catch(() => {})
          return published
        }
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const options = {
    streamName,
    channelPrefix: streamName,
    maxLen: entriesMax,
    blockTimeInMs: 2_000,
    onlyPlaintext: true,
  }
  // Socket.IO says `new`, once for its one namespace, and takes what that gives.
  return function sharedAdapter(namespace) {
    // Not before: it begins to read at once, and ends with what it is made for, which a command never has.
    const adapter = createAdapter(client, options)(namespace) as ClusterAdapter
    const trimming = setInterval(() => void trim(redis, streamName).catch(() => {}), trimEveryMs)
    trimming.unref()
    const close = adapter.close.bind(adapter)
    return Object.assign(adapter, localFirst(adapter), {
      close() {
        clearInterval(trimming)
        close()
      },
    })
  }
}

/** The adapter asks again at once, also after a refusal: against a server that refuses that would be a mad loop. */
function patient(reader: ReturnType<Redis['openReader']>) {
  const xread = reader.xread.bind(reader) as (...args: unknown[]) => Promise<unknown>
  const readLater = async (...args: unknown[]) => {
    try {
      return await xread(...args)
    } catch (error) {
      await sleep(readAgainAfterMs)
      throw error
    }
  }
  return Object.assign(reader, { xread: readLater })
}

/** What was said is of no use to anybody later, and it holds what people write to each other. */
async function trim(redis: Redis, streamName: string) {
  const [seconds] = await redis.client.time()
  await redis.client.xtrim(streamName, 'MINID', Number(seconds) * 1000 - ttlMs)
}
