import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysMs, minutesMs } from '../../platform/clock.ts'
import { outboxOf } from '../../testing/outbox.ts'
import { asNewMentor, newMentee, newMentor, newModerator, ok, pay, publish } from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { checkout, makeWaitlistWorld, setCapacity } from '../../testing/waitlist-world.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const confirm = (menteeId: string, paymentId: string, person: { token: string }) =>
  test.call(api.enrollments.confirm, { body: { menteeId, paymentId } }, person)
const now = () => test.app.clock.now()
const later = (ms: number) => new Date(now().getTime() + ms)

describe('a place with a mentor', () => {
  it('goes to one of ten who want the last one at once, the others are told that all are taken', async () => {
    const world = await makeWaitlistWorld(test, 2)
    await world.subscriber()
    const buyers = await Promise.all(Array.from({ length: 10 }, world.newMentee))
    const codes = (await Promise.all(buyers.map(world.checkout))).map(({ status, body }) =>
      status === 201 ? 'opened' : body.code,
    )
    expect(codes.filter((code) => code === 'opened')).toHaveLength(1)
    expect(codes.filter((code) => code === 'full')).toHaveLength(9)
  })

  it('is kept for 35 minutes while it is paid for, not longer from another tab, and then free again', async () => {
    const world = await makeWaitlistWorld(test, 1)
    const first = await world.newMentee()
    const second = await world.newMentee()
    expect(await world.card()).toEqual({ isFull: false, placesLeft: 1, waiting: 0 })
    const tab = await world.checkout(first)
    expect(await world.card()).toEqual({ isFull: true, placesLeft: 0, waiting: 0 })
    await world.goOn(minutesMs(30))
    expect((await world.checkout(first)).paymentId).toBe(tab.paymentId)
    expect((await world.checkout(second)).body.code).toBe('full')
    await world.goOn(minutesMs(6))
    expect(await world.card()).toEqual({ isFull: false, placesLeft: 1, waiting: 0 })
    expect((await world.checkout(second)).status).toBe(201)
    expect((await world.checkout(first)).body.code).toBe('full')
  })

  it('is counted on cards in search as on the profile', async () => {
    const world = await makeWaitlistWorld(test, 2)
    await world.subscriber()
    await test.app.jobHandlers['search:reindex']({})
    const { mentorsSearchResult } = ok(await test.call(api.search.mentors, { query: { limit: 100 } }))
    const card = mentorsSearchResult.find(({ _id }) => _id === world.mentor.id)
    expect(card?.capacity).toEqual({ isFull: false, placesLeft: 1, waiting: 0 })
    expect(card?.capacity).toEqual(await world.card())
  })

  it('is had by paying in time, though the mentor has lowered the number meanwhile', async () => {
    const world = await makeWaitlistWorld(test, 1)
    const mentee = await world.newMentee()
    const { paymentId } = await world.checkout(mentee)
    await world.setCapacity(0)
    await pay(test, paymentId, 'success')
    expect(ok(await confirm(mentee.id, paymentId, mentee)).enrollment.status).toBe('active')
    expect(await world.card()).toEqual({ isFull: true, placesLeft: 0, waiting: 0 })
  })

  it('that was taken before a late payment gives all of the money back, and says why', async () => {
    const world = await makeWaitlistWorld(test, 1)
    const late = await world.newMentee()
    const { paymentId } = await world.checkout(late)
    await world.goOn(minutesMs(36))
    await world.subscriber()
    await pay(test, paymentId, 'success')
    const { status, body } = await confirm(late.id, paymentId, late)
    expect([status, body.code]).toEqual([409, 'full'])
    await runPaymentJobs(test)
    const { payments } = ok(
      await test.call(api.enrollments.payments, { params: { menteeId: late.id }, query: {} }, late),
    )
    expect(payments).toMatchObject([{ refundedAmount: payments[0]!.amount }])
    const mails = (await outboxOf(test, late.email)).map(({ text }) => text.replace(/\s+/g, ' '))
    expect(mails.filter((text) => text.includes('arrived after the last place was taken'))).toHaveLength(1)
    // It never was a subscription: neither to the mentee nor to moderators.
    const params = { menteeId: late.id }
    const subscribed = ok(await test.call(api.enrollments.subscribedMentors, { params }, late))
    expect(subscribed.allMentorsSubscribed).toEqual([])
    const dossier = ok(await test.call(api.cases.mentee, { params: { id: late.id } }, world.moderator))
    expect(dossier.enrollments).toEqual([])
    expect(mails.filter((text) => text.includes('Thank you for subscribing'))).toEqual([])
  })

  it('stays with a subscription that renews, pauses, ends and is resumed; one that has ended needs one anew', async () => {
    const world = await makeWaitlistWorld(test, 1)
    const mentee = await world.subscriber()
    await world.setCapacity(0)
    const params = { enrollmentId: (await enrollmentOf(mentee))._id }
    ok(await test.call(api.enrollments.cancel, { params }, mentee))
    ok(await test.call(api.enrollments.resume, { params }, mentee))
    ok(await test.call(api.enrollments.pause, { params, body: { days: 7 } }, mentee))
    await world.goOn(daysMs(39))
    await test.app.jobHandlers['enrollments:sweep']({})
    expect(await enrollmentOf(mentee)).toMatchObject({ status: 'active', callsLeft: 4 })
    ok(await test.call(api.enrollments.cancel, { params }, mentee))
    await world.goOn(daysMs(32))
    await test.app.jobHandlers['enrollments:sweep']({})
    expect((await enrollmentOf(mentee)).status).toBe('ended')
    await asNewMentor(test, world.mentor)
    expect((await world.checkout(mentee)).body.code).toBe('full')
  })

  const enrollmentOf = async (mentee: { id: string; token: string }) =>
    ok(await test.call(api.enrollments.subscribedMentors, { params: { menteeId: mentee.id } }, mentee))
      .allMentorsSubscribed[0]!
})

describe('a mentee who may not subscribe while an offer runs out', () => {
  const block = 'insert into blocked_person (account_id, person_id, created_at) values ($2, $1, now())'
  it.each([
    ['is restricted', 'update account set is_restricted = true where id = $1 and $2::uuid is not null'],
    ['is suspended', 'update account set is_blocked = true where id = $1 and $2::uuid is not null'],
    ['is blocked by the mentor', block],
  ])(
    'as the mentee %s, has let nothing pass, and waits on while the place is offered to others',
    async (_, sql) => {
      const world = await makeWaitlistWorld(test, 0)
      const [first, second] = [await world.newMentee(), await world.newMentee()]
      ok(await world.join(first))
      ok(await world.join(second))
      await world.setCapacity(1)
      await world.sweep()
      await test.app.db.pool.query(sql, [first.id, world.mentor.id])
      await world.goOn(daysMs(1))
      await world.sweep()
      const { rows } = await test.app.db.pool.query(
        `select mentee_id = $2 as is_first, offered_until is not null as is_offered from waitlist_entry
       where mentor_id = $1 order by number`,
        [world.mentor.id, first.id],
      )
      expect(rows).toEqual([
        { is_first: true, is_offered: false },
        { is_first: false, is_offered: true },
      ])
      const passed = await test.app.db.pool.query('select from passed_offer where mentee_id = $1', [first.id])
      expect(passed.rowCount).toBe(0)
      expect((await outboxOf(test, first.email)).map(({ subject }) => subject).join()).not.toContain(
        'no longer',
      )
    },
  )
})

describe('a mentor without a time to book', () => {
  it('has no place offered, and what nobody could take was not let pass', async () => {
    const world = await makeWaitlistWorld(test, 1)
    const { mentor } = world
    await world.subscriber()
    const waiting = await world.newMentee()
    ok(await world.join(waiting))
    const entry = async () => (await world.placesOf(waiting))[0]
    await test.app.db.pool.query('update mentor_profile set accepted_at = $2 where account_id = $1', [
      mentor.id,
      later(-daysMs(20)),
    ])
    await world.setCapacity(2)
    await world.sweep()
    expect((await entry())!.offeredUntil).toBeNull()
    const slot = await publish(test, mentor, later(daysMs(2)))
    await world.sweep()
    expect((await entry())!.offeredUntil).not.toBeNull()
    await test.app.db.pool.query('delete from slot where id = $1', [slot._id])
    await world.goOn(daysMs(1))
    await world.sweep()
    expect(await entry()).toMatchObject({ position: 1, offeredUntil: null })
  })

  it('is not sold from 14 days after acceptance on, by either way to pay, until there is a time', async () => {
    const mentor = await newMentor(test, await newModerator(test))
    const mentee = await newMentee(test)
    await setCapacity(test, mentor, null)
    expect((await checkout(test, mentee, mentor)).status).toBe(201)
    const acceptedAt = later(-daysMs(14) - 1000)
    await test.app.db.query
      .updateTable('mentorProfile')
      .set({ acceptedAt })
      .where('accountId', '=', mentor.id)
      .execute()
    const { mentorData } = ok(await test.call(api.mentors.profile, { params: { mentorId: mentor.id } }))
    const body = { menteeId: mentee.id, mentorId: mentor.id, mentorPriceId: mentorData.stripePriceId! }
    const refusals = await Promise.all(
      [api.enrollments.createCheckout, api.enrollments.createPaymentIntent].map((call) =>
        test.call(call, { body }, mentee),
      ),
    )
    expect(refusals.map(({ status, body: { code } }) => [status, code])).toEqual([
      [409, 'no_times'],
      [409, 'no_times'],
    ])

    const query = (sql: string, values: unknown[] = [mentor.id]) => test.app.db.pool.query(sql, values)
    const code = async () => (await checkout(test, mentee, mentor)).body.code
    await publish(test, mentor, later(daysMs(3)), 'intro')
    await publish(test, mentor, later(daysMs(14) + minutesMs(5)))
    expect(await code()).toBe('no_times')
    await publish(test, mentor, later(daysMs(1)))
    expect(await code()).toBeUndefined()
    await query('update slot set is_hidden = true where mentor_id = $1')
    expect(await code()).toBe('no_times')
    await query('update slot set is_hidden = false where mentor_id = $1')
    await query('update availability set notice_hours = 48 where mentor_id = $1')
    expect(await code()).toBe('no_times')
    await query('update availability set notice_hours = 0, max_per_week = 1 where mentor_id = $1')
    expect(await code()).toBeUndefined()
    // Its only session of that week, and of the one that the second week ends in, is somebody's.
    await query(
      `insert into slot (id, mentor_id, starts_at, ends_at, type, status, mentee_id, booked_at)
       select gen_random_uuid(), mentor_id, starts_at + beside, ends_at + beside, type, 'booked', $2, now()
       from slot cross join lateral (select interval '2 hours' * case
         when extract(hour from starts_at at time zone 'Asia/Kolkata') < 12 then 1 else -1 end as beside) as same_day
       where mentor_id = $1 and type = 'session'`,
      [mentor.id, mentee.id],
    )
    expect(await code()).toBe('no_times')
  })
})
