import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorker, type Worker } from '../../platform/jobs/jobs.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { book, enroll, newMentee, newMentor, newModerator, ok, publish } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const hours = (count: number) => count * 3600
const days = (count: number) => hours(24) * count

let test: TestApp
let worker: Worker
beforeAll(async () => {
  test = await startTestApp()
  worker = await startWorker(test.app.db, test.app.jobHandlers, test.app.log)
})
afterAll(async () => {
  await worker.stop()
  await test.close()
})

const advance = async (advanceSeconds: number, on = test) => {
  const { status, body } = await on.request('POST', '/sandbox/clock', { body: { advanceSeconds } })
  expect(status).toBe(200)
  return new Date(String(body.now)).getTime()
}
const now = async (on = test) =>
  new Date(String((await on.request('GET', '/sandbox/clock')).body.now)).getTime()

describe('the demo clock', () => {
  it('goes forward only, by one second to a year', async () => {
    const before = await now()
    expect(await advance(1)).toBeGreaterThanOrEqual(before + 1000)
    for (const advanceSeconds of [0, -1, 31_536_001, 1.5, '5', null, undefined]) {
      const { status, body } = await test.request('POST', '/sandbox/clock', { body: { advanceSeconds } })
      expect([status, body.code, Object.keys(body.fields as object)]).toEqual([
        400,
        'invalid_request',
        ['advanceSeconds'],
      ])
    }
    await expect(test.app.db.pool.query('update product_clock set ahead_ms = ahead_ms - 1')).rejects.toThrow(
      'never runs back',
    )
  })

  it('does on the way what falls due, each thing at its time and once', async () => {
    const mentor = await newMentor(test, await newModerator(test))
    const mentee = await newMentee(test)
    const enrolled = await enroll(test, mentee, mentor)
    const start = new Date((await now()) + hours(50) * 1000)
    start.setMinutes(0, 0, 0)
    const slot = await publish(test, mentor, start)
    ok(await book(test, mentee, slot._id))
    const remindersOf = async () =>
      (await outboxWith(test, mentee.email, 'Reminder')).length +
      (await outboxWith(test, mentee.email, 'Soon')).length

    await advance(hours(20))
    expect(await remindersOf()).toBe(0)
    await advance(hours(10))
    expect(await remindersOf()).toBe(1)
    // Past the second reminder, the session and its settling in one step.
    await advance(hours(30))
    expect(await remindersOf()).toBe(2)
    const { bookedSlots } = ok(
      await test.call(
        api.slots.booked,
        { params: { menteeId: mentee.id }, query: { when: 'past', limit: 20 } },
        mentee,
      ),
    )
    expect(bookedSlots.map(({ _id, status, missedBy }) => [_id, status, missedBy])).toEqual([
      [slot._id, 'missed', 'both'],
    ])

    // Two renewals of the sandbox's subscription; whoever is signed in stays so.
    await advance(days(65))
    const { allMentorsSubscribed } = ok(
      await test.call(api.enrollments.subscribedMentors, { params: { menteeId: mentee.id } }, mentee),
    )
    expect(allMentorsSubscribed).toMatchObject([{ status: 'active', callsLeft: 4 }])
    const renewsAt = new Date(allMentorsSubscribed[0]!.renewsAt!).getTime()
    expect(renewsAt).toBeGreaterThan(await now())
    expect(renewsAt).toBeGreaterThan(new Date(enrolled.renewsAt!).getTime() + days(55) * 1000)
    const { payments } = ok(
      await test.call(
        api.enrollments.payments,
        { params: { menteeId: mentee.id }, query: { limit: 20 } },
        mentee,
      ),
    )
    expect(payments).toHaveLength(3)
  })

  it('writes the digests of mails that were held back, ten minutes after the first of them', async () => {
    const { id, email } = await newMentee(test)
    const began = await now()
    await test.app.db.pool.query(
      `insert into mail (id, recipient, account_id, kind, subject, content, attachments, created_at, held_at)
       select gen_random_uuid(), $1, $2, 'booked', 'Booked', '{"paragraphs": ["Number 1"]}', '[]',
         product_now(), product_now()`,
      [email, id],
    )
    await advance(hours(5))
    const [digest, ...others] = await outboxWith(test, email, '1 more message')
    expect(others).toEqual([])
    const { rows } = await test.app.db.pool.query<{ at: Date }>(
      "select created_at as at from mail where recipient = $1 and kind = 'digest'",
      [email],
    )
    expect([digest !== undefined, Math.round((rows[0]!.at.getTime() - began) / 60_000)]).toEqual([true, 10])
  })

  it('is the same for every process, and what the database dates', async () => {
    const other = await startTestApp({ sharing: test })
    try {
      await advance(days(3))
      await expect.poll(async () => Math.abs((await now(other)) - (await now()))).toBeLessThan(2_000)
      // Each process hears of a change by itself, and may be a moment behind.
      const [began, leewayMs] = [await now(), 2_000]
      const { rows } = await test.app.db.pool.query<{ at: Date }>('select product_now() as at')
      const mentee = await newMentee(other)
      const { menteeProfileDetails } = ok(
        await other.call(api.accountSettings.menteeProfile, { params: { menteeId: mentee.id } }, mentee),
      )
      const ended = await now()
      for (const at of [rows[0]!.at, new Date(menteeProfileDetails.createdAt)]) {
        expect(at.getTime()).toBeGreaterThan(began - leewayMs)
        expect(at.getTime()).toBeLessThan(ended + leewayMs)
      }
    } finally {
      await other.close()
    }
  })

  it('is not there without the demo', async () => {
    const plain = await startTestApp({ env: { DEMO: '0' } })
    expect((await plain.request('GET', '/sandbox/clock')).status).toBe(404)
    await plain.close()
  })
})
