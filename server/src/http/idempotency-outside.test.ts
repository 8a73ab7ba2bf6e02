import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newMentee } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { createIdempotency, type Idempotency, requestHash } from './idempotency.ts'
import { respond } from './route.ts'

let test: TestApp
let idempotency: Idempotency
let accountId: string
beforeAll(async () => {
  test = await startTestApp()
  idempotency = createIdempotency(test.app)
})
afterAll(() => test.close())
beforeEach(async () => {
  accountId = (await newMentee(test)).id
})

const request = (body: string) => ({
  accountId,
  key: 'one',
  requestHash: requestHash('POST', '/pause', body),
})

describe('a call that asks another server', () => {
  it('stands in no transaction meanwhile, and its answer is given to whoever asks again, also at the same time', async () => {
    let done = 0
    const work = async () => {
      expect(test.app.db.isInTransaction()).toBe(false)
      await new Promise((resolve) => setTimeout(resolve, 400))
      return respond(200, { done: ++done })
    }
    const ask = () => idempotency.runOutside(request('a'), work)
    const answers = await Promise.all([ask(), ask(), ask()])
    expect([...answers, await ask()].map(({ body }) => body)).toEqual(Array(4).fill({ done: 1 }))
  })

  it('is refused with another body under the same key', async () => {
    const work = async () => respond(200, {})
    await idempotency.runOutside(request('a'), work)
    await expect(idempotency.runOutside(request('b'), work)).rejects.toMatchObject({
      code: 'idempotency_conflict',
    })
  })

  it('may be tried again at once when it failed, and after a minute when nobody answered', async () => {
    const fail = async () => {
      throw new Error('no answer')
    }
    await expect(idempotency.runOutside(request('a'), fail)).rejects.toThrow('no answer')
    // A process that died while it was at work.
    await test.app.db.pool.query(
      "insert into idempotency_key (account_id, key, request_hash, created_at) values ($1, 'one', $2, $3)",
      [accountId, request('a').requestHash, new Date(test.app.clock.now().getTime() - 61_000)],
    )
    const { body } = await idempotency.runOutside(request('a'), async () => respond(200, { isAgain: true }))
    expect(body).toEqual({ isAgain: true })
  })
})
