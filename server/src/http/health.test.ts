import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { handleErrors } from './error-responses.ts'
import { type Readiness, registerHealth } from './health.ts'

/** Queries that were asked for, each to be ended by the test. */
let asked: { end(): void; fail(): void }[]
let readiness: Readiness
let app: FastifyInstance
beforeEach(() => {
  asked = []
  readiness = { isReady: true }
  begin()
})
afterEach(() => app.close())

function begin(times?: Parameters<typeof registerHealth>[2]) {
  app = Fastify()
  handleErrors(app)
  const query = () =>
    new Promise<void>((resolve, reject) => {
      asked.push({ end: () => resolve(), fail: () => reject(new Error('away')) })
    })
  registerHealth(app, { db: { pool: { query } } as never, readiness }, times)
}

const statusOf = async () => (await app.inject({ method: 'GET', url: '/readyz' })).statusCode
const statuses = (times: number) => Promise.all(Array.from({ length: times }, statusOf))

it('is asked of the database once for all who ask at the same time, and just afterwards', async () => {
  await app.close()
  // However long ten requests take here, it is just afterwards.
  begin({ ttlMs: 60_000, waitMs: 60_000 })
  const first = statuses(10)
  await expect.poll(() => asked.length).toBe(1)
  asked[0]!.end()
  expect(new Set(await first)).toEqual(new Set([200]))
  expect(new Set(await statuses(10))).toEqual(new Set([200]))
  expect(asked.length).toBe(1)
})

it('is asked anew a moment later, and says what is so then', async () => {
  const first = statusOf()
  await expect.poll(() => asked.length).toBe(1)
  asked[0]!.end()
  expect(await first).toBe(200)
  await sleep(300)
  const second = statusOf()
  await expect.poll(() => asked.length).toBe(2)
  asked[1]!.fail()
  expect(await second).toBe(503)
})

it('is no after two seconds, and no second query waits beside one that is late', async () => {
  expect(await statuses(3)).toEqual([503, 503, 503])
  await sleep(300)
  expect(await statuses(3)).toEqual([503, 503, 503])
  expect(asked.length).toBe(1)
  asked[0]!.end()
  await sleep(300)
  const again = statusOf()
  await expect.poll(() => asked.length).toBe(2)
  asked[1]!.end()
  expect(await again).toBe(200)
})

it('is no at once for a process that is ending, whatever the database has said', async () => {
  const first = statusOf()
  await expect.poll(() => asked.length).toBe(1)
  asked[0]!.end()
  expect(await first).toBe(200)
  readiness.isReady = false
  expect(await statusOf()).toBe(503)
})
