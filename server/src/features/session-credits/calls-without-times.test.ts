import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after, daysMs, hoursMs } from '../../platform/clock.ts'
import { type CreditWorld, makeCreditWorld } from '../../testing/credit-world.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { enroll, ok, publish, signInMentor } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { putHours } from '../../testing/weekly-hours.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const query = (sql: string, values: unknown[] = []) => test.app.db.pool.query(sql, values)
const statusesOf = async ({ enrollmentId }: CreditWorld) =>
  (await query('select status from session_credit where enrollment_id = $1', [enrollmentId])).rows.map(
    ({ status }) => status as string,
  )

describe('calls that could not be used', () => {
  it('come back where the mentor had nothing to book in the whole month, and are paid back at the end', async () => {
    const world = await makeCreditWorld(test)
    const { periodEnd } = await world.enrollment()
    await publish(test, world.mentor, after(world.now(), daysMs(2)), 'intro')
    await world.goTo(after(periodEnd, -daysMs(2)))
    expect(await outboxWith(test, world.mentee.email, '4 calls with')).toHaveLength(0)
    await world.goTo(after(periodEnd, hoursMs(1)))
    const { calls, enrollment } = await world.read()
    const returned = calls.filter(({ source }) => source === 'returned')
    expect(returned.map(({ status }) => status)).toEqual(['free', 'free', 'free', 'free'])
    expect(returned[0]!.usableUntil.getTime()).toBeGreaterThan(after(periodEnd, daysMs(29)).getTime())
    expect(enrollment).toMatchObject({ callsLeft: 4, extraCalls: [{ count: 4, source: 'returned' }] })
    const { calls: listed } = ok(
      await test.call(
        api.sessionCredits.list,
        { params: { enrollmentId: world.enrollmentId }, query: {} },
        world.mentee,
      ),
    )
    expect(listed.flatMap(({ history }) => history.map(({ why }) => why))).toContain(
      'Your mentor had no time to book while it could be used.',
    )
    const params = { enrollmentId: world.enrollmentId }
    ok(await test.call(api.enrollments.cancel, { params }, world.mentee))
    await world.goTo(after((await world.enrollment()).periodEnd, hoursMs(1)))
    expect(await statusesOf(world)).toEqual(Array.from({ length: 8 }, () => 'refunded'))
    await world.expectWholeLedger()
  })

  it('lapse where there was one time, though another mentee booked it', async () => {
    const world = await makeCreditWorld(test)
    const { periodEnd } = await world.enrollment()
    const { _id: slotId } = await publish(test, world.mentor, after(world.now(), daysMs(2)))
    await query(
      "update slot set status = 'booked', mentee_id = $2, booked_at = product_now() where id = $1",
      [slotId, (await world.stranger()).id],
    )
    await world.goTo(after(periodEnd, hoursMs(1)))
    const { enrollment } = await world.read()
    expect(enrollment.extraCalls).toMatchObject([{ count: 1, source: 'rollover' }])
  })

  it.each([
    ['a time within the mentor’s own notice', { noticeHours: 24, minutes: 60, ahead: hoursMs(23) }],
    ['a time that began within the hour', { noticeHours: 0, minutes: 60, ahead: hoursMs(0.9) }],
    ['a minute', { noticeHours: 0, minutes: 1, ahead: daysMs(2) }],
  ])('come back where all that there was is %s', async (_, { noticeHours, minutes, ahead }) => {
    const world = await makeCreditWorld(test)
    const { periodEnd } = await world.enrollment()
    await world.turnClockTo(after(world.now(), daysMs(3)))
    const { _id } = await publish(test, world.mentor, after(world.now(), ahead))
    await query("update slot set ends_at = starts_at + $2 * interval '1 minute' where id = $1", [
      _id,
      minutes,
    ])
    ok(await putHours(test, await signInMentor(test, world.mentor.email), { noticeHours }))
    await world.goTo(after(periodEnd, hoursMs(1)))
    const { enrollment } = await world.read()
    expect(enrollment.extraCalls).toMatchObject([{ count: 4, source: 'returned' }])
  })

  it('come back where all that there was had been agreed on with somebody else', async () => {
    const world = await makeCreditWorld(test)
    const { mentor } = world
    const { periodEnd } = await world.enrollment()
    const other = await world.stranger()
    await enroll(test, other, mentor)
    const start = after(world.now(), daysMs(2))
    start.setUTCMinutes(0, 0, 0)
    const asked = { mentorId: mentor.id, starts: [start] }
    const { request } = ok(await test.call(api.timeRequests.ask, { body: asked as never }, other))
    const taken = { params: { id: request._id }, body: { accept: start } }
    const { data } = ok(await test.call(api.timeRequests.answer, taken as never, mentor))
    const later = after(start, hoursMs(3))
    const proposed = { slotId: data!._id, starts: [later] }
    const { propose } = api.moves.ofMentor
    const { proposal } = ok(await test.call(propose, { body: proposed as never }, mentor))
    const moved = { params: { id: proposal._id }, body: { accept: later } }
    ok(await test.call(api.moves.ofMentee.answer, moved as never, other))
    await world.goTo(after(periodEnd, hoursMs(1)))
    const { enrollment } = await world.read()
    expect(enrollment).toMatchObject({ callsLeft: 4, extraCalls: [{ count: 4, source: 'returned' }] })
  })

  it.each([
    ['was suspended', 'all the time', { count: 4, source: 'returned' }],
    ['had blocked the mentee', 'all the time', { count: 4, source: 'returned' }],
    ['was suspended', 'after some hours', { count: 4, source: 'returned' }],
    ['had blocked the mentee', 'after some hours', { count: 4, source: 'returned' }],
    ['was suspended', 'only later', { count: 1, source: 'rollover' }],
    ['had blocked the mentee', 'only later', { count: 1, source: 'rollover' }],
  ] as const)('where the mentor had times and %s %s', async (what, when, extra) => {
    const world = await makeCreditWorld(test)
    const { mentor, mentee } = world
    const { periodEnd } = await world.enrollment()
    const shut = async () => {
      const [since, until] = [after(periodEnd, -daysMs(40)), after(periodEnd, daysMs(5))]
      // As if it had begun by then.
      const at = when === 'all the time' ? since : world.now()
      if (what === 'was suspended')
        await query(
          "insert into sanction (id, account_id, kind, started_at, ends_at) values (gen_random_uuid(), $1, 'suspend', $2, $3)",
          [mentor.id, at, until],
        )
      else
        await query('insert into blocked_person (account_id, person_id, created_at) values ($1, $2, $3)', [
          ...[mentor.id, mentee.id],
          at,
        ])
    }
    await publish(test, mentor, after(world.now(), daysMs(10)))
    await world.turnClockTo(after(world.now(), hoursMs(when === 'only later' ? 36 : 12)))
    await shut()
    await world.goTo(after(periodEnd, hoursMs(1)))
    expect((await world.read()).enrollment.extraCalls).toMatchObject([extra])
  })
})
