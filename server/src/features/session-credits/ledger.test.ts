import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after, daysMs, hoursMs } from '../../platform/clock.ts'
import { type CreditWorld, makeCreditWorld } from '../../testing/credit-world.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { hoursAhead, ok, publish } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const query = (sql: string, values: unknown[] = []) => test.app.db.pool.query(sql, values)
const creditsOf = async ({ enrollmentId }: CreditWorld) =>
  (await query('select * from session_credit where enrollment_id = $1 order by ordinal, id', [enrollmentId]))
    .rows

describe('the database refuses', () => {
  it('a fifth credit of a period, and a third bonus', async () => {
    const world = await makeCreditWorld(test)
    const copy = (changes: string) =>
      query(
        `insert into session_credit (id, enrollment_id, source, period_start, ordinal, is_of_period, price, granted_at,
           usable_until, lapses_at, changed_at, because)
         select gen_random_uuid(), enrollment_id, ${changes}, price, granted_at, usable_until, lapses_at, changed_at,
           because from session_credit where enrollment_id = $1 and ordinal = 1`,
        [world.enrollmentId],
      )
    await expect(copy("'period', period_start, 5, true")).rejects.toThrow('session_credit_ordinal_check')
    await expect(copy("'period', period_start, 4, true")).rejects.toThrow('session_credit_of_period')
    await copy("'bonus', period_start, 1, false")
    await expect(copy("'bonus', period_start, 1, false")).rejects.toThrow('session_credit_bonus')
    await expect(copy("'bonus', period_start, 3, false")).rejects.toThrow('session_credit_bonus_max')
  })

  it('two credits on a session, one that lapsed, and one that is taken after its time', async () => {
    const world = await makeCreditWorld(test)
    await world.book(after(world.now(), daysMs(3)))
    const { call } = await world.read()
    const free = (await creditsOf(world)).find(({ status }) => status === 'free')
    const { rows } = await query('select slot_id from session_credit where id = $1', [call.id])
    const hold = (id: string, slotId: string, at = 'now()') =>
      query(
        `update session_credit set status = 'held', slot_id = $2, held_at = ${at}, because = 'booked' where id = $1`,
        [id, slotId],
      )
    await expect(hold(free.id, rows[0].slot_id)).rejects.toThrow('session_credit_slot')
    const other = (await publish(test, world.mentor, hoursAhead(test, 90)))._id
    await expect(hold(free.id, other, "lapses_at + interval '1 second'")).rejects.toThrow(
      'session_credit_not_lapsed',
    )
    await query("update session_credit set status = 'lapsed', because = 'time_over' where id = $1", [free.id])
    await expect(hold(free.id, other)).rejects.toThrow('that is lapsed cannot become held')
    await expect(query('delete from slot where id = $1', [rows[0].slot_id])).rejects.toThrow('foreign key')
  })

  it('that history is rewritten or taken away, while the enrollment is there', async () => {
    const world = await makeCreditWorld(test)
    const [credit] = await creditsOf(world)
    await expect(
      query("update session_credit_event set because = 'booked' where credit_id = $1", [credit.id]),
    ).rejects.toThrow('append-only')
    await expect(query('delete from session_credit_event where credit_id = $1', [credit.id])).rejects.toThrow(
      'append-only',
    )
    await expect(query('update session_credit set price = 0 where id = $1', [credit.id])).rejects.toThrow(
      'does not change',
    )
    await query('update session_credit set payment_id = null where enrollment_id = $1', [world.enrollmentId])
    await query('delete from enrollment where id = $1', [world.enrollmentId])
    expect(await creditsOf(world)).toEqual([])
  })
})

describe('an installation that only counted', () => {
  const forget = (enrollmentId: string) =>
    query('delete from session_credit where enrollment_id = $1', [enrollmentId]).catch(async () => {
      await query('alter table session_credit_event disable trigger session_credit_event_append_only')
      await query('delete from session_credit where enrollment_id = $1', [enrollmentId])
      await query('alter table session_credit_event enable trigger session_credit_event_append_only')
    })

  it('has the same calls afterwards: free, held by sessions of this month and the one before, and spent', async () => {
    const world = await makeCreditWorld(test)
    const { periodEnd } = await world.enrollment()
    await world.book(after(periodEnd, daysMs(4)))
    const [earlier] = (
      await query('select slot_id from session_credit where slot_id is not null and enrollment_id = $1', [
        world.enrollmentId,
      ])
    ).rows
    await world.goTo(after(periodEnd, hoursMs(2)))
    await world.book(after(periodEnd, daysMs(6)))
    await forget(world.enrollmentId)
    await query('update enrollment set calls_used = 2 where id = $1', [world.enrollmentId])
    await Promise.all([test.app.ledgerOpening.open(), test.app.ledgerOpening.open()])
    const credits = await creditsOf(world)
    expect(credits.map(({ status }) => status).sort()).toEqual(['free', 'free', 'held', 'held', 'spent'])
    expect(new Set(credits.map(({ price }) => price))).toEqual(new Set([1500]))
    expect((await world.read()).enrollment).toMatchObject({ callsLeft: 2, extraCalls: [] })
    // The session of the month before is still property.
    ok(await test.call(api.slots.remove, { params: { slotId: earlier.slot_id } }, world.mentor))
    expect((await world.read()).enrollment).toMatchObject({
      callsLeft: 2,
      extraCalls: [{ count: 1, source: 'returned' }],
    })
  })

  it('has the credits of a month whose payment the release before wrote down meanwhile, once', async () => {
    const world = await makeCreditWorld(test)
    await forget(world.enrollmentId)
    await query('update enrollment set check_after = now() where id = $1', [world.enrollmentId])
    for (let time = 0; time < 2; time++) {
      await world.sweep()
      expect((await creditsOf(world)).map(({ status }) => status)).toEqual(['free', 'free', 'free', 'free'])
      await query('update enrollment set check_after = now() where id = $1', [world.enrollmentId])
    }
    await world.expectWholeLedger()
  })

  it('gives a session that the release before booked meanwhile its credit, once', async () => {
    const world = await makeCreditWorld(test)
    const hour = Math.ceil(world.now().getTime() / hoursMs(1)) + 48
    const slot = await publish(test, world.mentor, new Date(hour * hoursMs(1)))
    await query(
      "update slot set status = 'booked', mentee_id = $2, enrollment_id = $3, booked_at = now() where id = $1",
      [slot._id, world.mentee.id, world.enrollmentId],
    )
    await Promise.all([test.app.ledgerOpening.adopt(), test.app.ledgerOpening.adopt()])
    const held = (await creditsOf(world)).filter(({ status }) => status === 'held')
    expect(held.map(({ slot_id }) => slot_id)).toEqual([slot._id])
  })
})

describe('calls that nobody books', () => {
  it('are told of five days before, once, and then one is carried over and the rest lapses', async () => {
    const world = await makeCreditWorld(test)
    const { periodEnd } = await world.enrollment()
    await publish(test, world.mentor, after(world.now(), daysMs(2)))
    const mails = () => outboxWith(test, world.mentee.email, '4 calls with')
    await world.goTo(after(periodEnd, -daysMs(5) - hoursMs(1)))
    expect(await mails()).toHaveLength(0)
    await world.turnClockTo(after(periodEnd, -daysMs(5) + hoursMs(1)))
    await Promise.all([world.sweep(), test.app.jobHandlers['session-credits:sweep']({})])
    await world.sweep()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail!.text).toContain('One of them is carried over into your next month, the rest lapses.')
    expect(mail!.text).toContain('You have 4 calls left this month.')
    await world.goTo(after(periodEnd, hoursMs(1)))
    const { calls, enrollment } = await world.read()
    expect(calls.map(({ status, source }) => `${status} ${source}`).sort()).toEqual(
      [
        ...Array.from({ length: 4 }, () => 'free period'),
        'free rollover',
        ...Array.from({ length: 3 }, () => 'lapsed period'),
      ].sort(),
    )
    expect(enrollment).toMatchObject({ callsLeft: 4, extraCalls: [{ count: 1, source: 'rollover' }] })
    // What was carried over once is not carried over again.
    await publish(test, world.mentor, after(world.now(), daysMs(2)))
    await world.goTo(after(periodEnd, daysMs(32)))
    expect((await world.read()).calls.filter(({ status }) => status === 'free')).toHaveLength(5)
    await world.expectWholeLedger()
  })

  it('are told of again once one was booked and freed, with how many there are of which one is carried over', async () => {
    const world = await makeCreditWorld(test)
    const { periodEnd } = await world.enrollment()
    await publish(test, world.mentor, after(world.now(), daysMs(2)))
    await world.turnClockTo(after(periodEnd, -daysMs(5) + hoursMs(1)))
    await world.sweep()
    await world.book(after(world.now(), daysMs(2)))
    await world.cancel('mentee')
    await world.sweep()
    const [mail] = await outboxWith(test, world.mentee.email, '1 call with')
    expect(mail!.text).toContain(
      'One of your 4 unused calls of this month is carried over into the next, the rest lapses.',
    )
  })

  it('are taken in the order in which they lapse', async () => {
    const world = await makeCreditWorld(test)
    const { periodEnd } = await world.enrollment()
    await publish(test, world.mentor, after(world.now(), daysMs(2)))
    await world.goTo(after(periodEnd, hoursMs(1)))
    await world.book(after(world.now(), daysMs(2)))
    const { call } = await world.read()
    expect(call.source).toBe('rollover')
  })

  it('are listed to their owner with what happened to each', async () => {
    const world = await makeCreditWorld(test)
    await world.book(after(world.now(), daysMs(3)))
    await world.cancel('mentor')
    const { enrollmentId } = world
    const first = ok(
      await test.call(
        api.sessionCredits.list,
        { params: { enrollmentId }, query: { limit: 3 } },
        world.mentee,
      ),
    )
    const rest = ok(
      await test.call(
        api.sessionCredits.list,
        { params: { enrollmentId }, query: { limit: 3, cursor: first.nextCursor! } },
        world.mentee,
      ),
    )
    const calls = [...first.calls, ...rest.calls]
    expect(calls).toHaveLength(4)
    const returned = calls.find(({ source }) => source === 'returned')!
    expect(returned).toMatchObject({ status: 'free', price: 1500, slotId: null })
    expect(returned.history.map(({ what, why }) => [what, why])).toEqual([
      ['granted', 'You paid for the month.'],
      ['held', 'You booked a session.'],
      ['freed', 'The mentor cancelled.'],
    ])
  })
})
