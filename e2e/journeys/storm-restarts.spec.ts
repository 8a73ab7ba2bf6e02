import { Agent, request } from 'node:http'
import { api } from '@marga/contract/api'
import { fillPath } from '@marga/contract/endpoint'
import { expect, test } from '@playwright/test'
import { io } from 'socket.io-client'
import { findPostgresPrograms, startPostgres } from '../../testkit/postgres.mjs'
import { makeMentee, type Somebody } from '../support/people.ts'
import { type ProxyServer, startProxy } from '../support/proxy.ts'
import { askSteadily, isStorm, redisUrl, spread, startTwo } from '../support/storm.ts'

/** Restarts that nobody notices: R4 of docs/goals.md in `npm run storm`, a short form otherwise. */
const size = isStorm
  ? { restarts: 20, requestsPerSecond: 500, people: 50, sockets: 1000, drainSeconds: '5' }
  : { restarts: 2, requestsPerSecond: 60, people: 5, sockets: 50, drainSeconds: '5' }
test.skip(
  !redisUrl || !findPostgresPrograms(),
  'needs a Redis (TEST_REDIS_URL) and the programs of PostgreSQL',
)

type Sockets = { connected(): number; away(): string[]; close(): void }

/** Sockets that come back as Socket.IO's own client does, and sign in again. */
async function openSockets({ url }: ProxyServer, people: readonly Somebody[]): Promise<Sockets> {
  const signedIn = new Set<number>()
  const lastWords = new Map<number, string>()
  const sockets = Array.from({ length: size.sockets }, (_, n) => {
    const { id, token } = people[n % people.length]!
    const socket = io(url, { transports: ['websocket'], forceNew: true })
    socket.on('connect', () => socket.emit('setup', { role: 'mentee', userId: id, token }))
    socket.on('connected', () => signedIn.add(n))
    socket.on('disconnect', (reason) => {
      signedIn.delete(n)
      lastWords.set(n, reason)
    })
    socket.on('unauthenticated', ({ code }) => lastWords.set(n, code))
    socket.on('connect_error', ({ message }) => lastWords.set(n, message))
    return socket
  })
  await expect.poll(() => signedIn.size, { timeout: 60_000 }).toBe(size.sockets)
  return {
    connected: () => signedIn.size,
    /** Why those that are away are away. */
    away: () => [...lastWords].flatMap(([n, words]) => (signedIn.has(n) ? [] : [words])),
    close: () => {
      for (const socket of sockets) socket.close()
    },
  }
}

type Requests = { answered: number; failures: string[]; stop(): Promise<void> }

/** So many a second, whatever becomes of those before. */
function keepAsking({ url }: ProxyServer, people: readonly Somebody[]): Requests {
  const agent = new Agent({ keepAlive: true })
  const result = { answered: 0, failures: [] as string[] }
  const ask = (n: number) =>
    new Promise<void>((resolve) => {
      const person = people[n % people.length]!
      const isOwn = n % 2 === 0
      const path = isOwn
        ? fillPath(api.notifications.mentee.list.path, { ownId: person.id })
        : api.search.facets.path
      const headers = isOwn ? { authorization: `Bearer ${person.token}` } : {}
      const asked = request(`${url}${path}`, { agent, headers }, (answer) => {
        if (answer.statusCode === 200) result.answered++
        else result.failures.push(`${path}: ${answer.statusCode}`)
        answer.resume()
        answer.once('close', resolve)
      })
      asked.on('error', (error) => {
        result.failures.push(`${path}: ${error.message}`)
        resolve()
      })
      asked.end()
    })
  const asking = askSteadily(size.requestsPerSecond, ask)
  return Object.assign(result, {
    async stop() {
      await asking.stop()
      agent.destroy()
    },
  })
}

test('restarts under load fail no request, and all sockets come back', async () => {
  test.setTimeout(900_000)
  const postgres = await startPostgres()
  const [one, two] = await startTwo({
    database: postgres,
    env: { DEMO: '0', DRAIN_SECONDS: size.drainSeconds },
  })
  const proxy = await startProxy([one.url, two.url])
  const people: Somebody[] = []
  while (people.length < size.people) people.push(await makeMentee(one, 'Devi'))
  const sockets = await openSockets(proxy, people)
  const requests = keepAsking(proxy, people)
  const backMs: number[] = []
  for (let n = 0; n < size.restarts; n++) {
    await expect.poll(() => proxy.ready(), { timeout: 60_000 }).toBe(2)
    const restarted = n % 2 ? one : two
    expect(await restarted.stop(), restarted.output()).toBe(0)
    const endedAt = performance.now()
    await expect
      .poll(() => sockets.connected(), { intervals: [20], timeout: 60_000 })
      .toBe(size.sockets)
      .catch((error: Error) => {
        throw new Error(`${error.message}\n${[...new Set(sockets.away())].join(', ')}`)
      })
    backMs.push(performance.now() - endedAt)
    await restarted.start()
  }
  await expect.poll(() => proxy.ready(), { timeout: 60_000 }).toBe(2)
  await requests.stop()
  sockets.close()
  await proxy.close()
  await two.dispose()
  await one.dispose()
  await postgres.dispose()
  console.log(
    `${size.restarts} restarts under ${size.requestsPerSecond} requests a second and ${size.sockets} sockets: ${requests.answered} answered, ${requests.failures.length} failed; all sockets back ${spread(backMs)} ms after the end of a process`,
  )
  expect(requests.failures).toEqual([])
  expect(requests.answered).toBeGreaterThan(size.requestsPerSecond)
})
