import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AppServer, startAppServer } from './app-server.ts'

/** `npm run storm` plays the long forms; otherwise each storm is short enough for every day. */
export const isStorm = process.env.STORM === '1'

export const redisUrl = process.env.TEST_REDIS_URL ?? ''

type Env = Record<string, string>
type Options = { database?: { url: string }; redis?: string; env?: Env }

/** Two processes of one installation of their own, whoever else uses that Redis and that PostgreSQL. */
export async function startTwo({
  database,
  redis = redisUrl,
  env = {},
}: Options = {}): Promise<[AppServer, AppServer]> {
  const common = { REDIS_URL: redis, TOKEN_SECRET: randomBytes(24).toString('hex'), ...env }
  const one = await startAppServer({ database: database ?? 'server', env: common })
  const two = await startAppServer({ database: { url: one.databaseUrl! }, env: common })
  return [one, two]
}

/** The middle, the slowest of a hundred, and the slowest, in whole units. */
export function spread(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return `median ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)}`
}

/** Begins so many a second, whatever becomes of those under way. */
export function askSteadily(perSecond: number, ask: (n: number) => Promise<void>) {
  let isOver = false
  const underWay = new Set<Promise<void>>()
  const asking = (async () => {
    const startedAt = performance.now()
    for (let n = 0; !isOver; ) {
      const due = ((performance.now() - startedAt) / 1000) * perSecond
      for (; n < due; n++) {
        const one = ask(n).finally(() => underWay.delete(one))
        underWay.add(one)
      }
      await sleep(10)
    }
    await Promise.all(underWay)
  })()
  return {
    /** Settles when the last one has its answer. */
    async stop() {
      isOver = true
      await asking
    },
  }
}
