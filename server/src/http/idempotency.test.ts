import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
} from '../testing/people.ts'
import { creditsUsedSql } from '../testing/session-credits.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { createIdempotency, requestHash } from './idempotency.ts'
import { respond } from './route.ts'

let test: TestApp
let mentor: TestPerson
let mentee: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  mentor = await newMentor(test, await newModerator(test))
  mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
})
afterAll(() => test.close())

const bookWith = (slotId: string, key: string, title = 'Topic') =>
  test.call(
    api.slots.book,
    { body: { slotId, values: { menteeId: mentee.id, title } } },
    { token: mentee.token, headers: { 'idempotency-key': key } },
  )

describe('of one account', () => {
  const fill = (accountId: string, count: number, minutesAgo: number) =>
    test.app.db.pool.query(
      `insert into idempotency_key (account_id, key, request_hash, status, answer, created_at)
       select $1, $3 || '-' || n, '', 200, '{}', $4::timestamptz - n * interval '1 ms' from generate_series(1, $2) n`,
      [accountId, count, `of-${minutesAgo}`, new Date(test.clock.now().getTime() - minutesAgo * 60_000)],
    )
  async function ask(accountId: string, times: number) {
    const idempotency = createIdempotency(test.app)
    const hash = requestHash('POST', '/any', {})
    for (let n = 0; n < times; n++) {
      // Two of one millisecond have no order.
      test.clock.advance(1)
      await idempotency.run({ accountId, key: `new-${n}`, requestHash: hash }, async () => respond(200, {}))
    }
  }
  async function kept(accountId: string) {
    const { rows } = await test.app.db.pool.query<{ key: string }>(
      'select key from idempotency_key where account_id = $1 order by created_at desc',
      [accountId],
    )
    return rows.map(({ key }) => key)
  }

  it('the newest thousand answers are kept', async () => {
    const [one, other] = [await newMentee(test), await newMentee(test)]
    for (const { id } of [one, other]) await fill(id, 1_200, 11)
    await ask(one.id, 100)
    const keys = await kept(one.id)
    expect([keys.length, keys[0], keys.at(-1)]).toEqual([1_000, 'new-99', 'of-11-900'])
    expect(await kept(other.id)).toHaveLength(1_200)
  })

  it('more are kept for ten minutes, in which they may be asked for again', async () => {
    const { id } = await newMentee(test)
    await fill(id, 1_200, 9)
    await ask(id, 100)
    expect(await kept(id)).toHaveLength(1_300)
  })
})

describe('a retried request', () => {
  it('gets the first answer again, without a second effect, even when ten arrive at once', async () => {
    const slot = await publish(test, mentor, hoursAhead(test, 40))
    const responses = await Promise.all(Array.from({ length: 10 }, () => bookWith(slot._id, 'key-1')))
    for (const response of responses) expect(response.body).toEqual(responses[0]!.body)
    expect(responses[0]!.status).toBe(200)
    const { rows } = await test.app.db.pool.query(
      `select ${creditsUsedSql} as calls_used from enrollment where mentee_id = $1`,
      [mentee.id],
    )
    expect(rows[0].calls_used).toBe(1)
  })

  it('is refused when the key comes with another body', async () => {
    const slot = await publish(test, mentor, hoursAhead(test, 42))
    ok(await bookWith(slot._id, 'key-2'))
    const response = await bookWith(slot._id, 'key-2', 'Something else')
    expect([response.status, response.body.code]).toEqual([409, 'idempotency_conflict'])
  })

  it('runs again when the first one failed: only successes are kept', async () => {
    const slot = await publish(test, mentor, hoursAhead(test, 44))
    const rival = await newMentee(test)
    await enroll(test, rival, mentor)
    ok(await test.call(api.slots.book, { body: { slotId: slot._id, values: { menteeId: rival.id } } }, rival))
    expect((await bookWith(slot._id, 'key-3')).body.code).toBe('slot_unavailable')
    ok(await test.call(api.slots.cancel, { body: { slotId: slot._id } }, rival))
    ok(await bookWith(slot._id, 'key-3'))
  })

  it('gets its answer again although somebody else has the slot by now', async () => {
    const slot = await publish(test, mentor, hoursAhead(test, 60))
    const first = ok(await bookWith(slot._id, 'key-4'))
    ok(await test.call(api.slots.cancel, { body: { slotId: slot._id } }, mentee))
    const rival = await newMentee(test)
    await enroll(test, rival, mentor)
    ok(await test.call(api.slots.book, { body: { slotId: slot._id, values: { menteeId: rival.id } } }, rival))
    expect(ok(await bookWith(slot._id, 'key-4'))).toEqual(first)
    expect((await bookWith(slot._id, 'key-4', 'Something else')).body.code).toBe('idempotency_conflict')
    expect((await bookWith(slot._id, 'key-5')).body.code).toBe('slot_unavailable')
  })

  it('does not see another person’s key', async () => {
    const other = await newMentee(test)
    await enroll(test, other, mentor)
    const slot = await publish(test, mentor, hoursAhead(test, 46))
    const response = await test.call(
      api.slots.book,
      { body: { slotId: slot._id, values: { menteeId: other.id } } },
      { token: other.token, headers: { 'idempotency-key': 'key-1' } },
    )
    expect(ok(response).data.menteeId?._id).toBe(other.id)
  })

  it.each(['has space', 'x'.repeat(129), 'ümlaut'])('is refused with the unusable key %j', async (key) => {
    const slot = await publish(test, mentor, hoursAhead(test, 48 + key.length))
    const response = await bookWith(slot._id, key)
    expect(response.body.fields).toHaveProperty('Idempotency-Key')
  })

  it('is a new request after a day', async () => {
    const slot = await publish(test, mentor, hoursAhead(test, 100))
    ok(await bookWith(slot._id, 'key-day'))
    await test.app.db.pool.query(
      "update idempotency_key set created_at = now() - interval '25 hours' where key = 'key-day'",
    )
    expect((await bookWith(slot._id, 'key-day')).body.code).toBe('slot_unavailable')
  })
})
