import { api } from '@marga/contract/api'
import { balanceText, type SessionCase, sessionCases } from '@marga/contract/session-credit-cases'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { after, daysMs, hoursMs } from '../../platform/clock.ts'
import { formatPlainDate } from '../../platform/date-format.ts'
import { type CreditWorld, makeCreditWorld } from '../../testing/credit-world.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { ok, publish, signInMentee } from '../../testing/people.ts'
import { spareCredits, spendCredits } from '../../testing/session-credits.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
// The next one moves the clock on by months, and each month of this one would be paid.
afterEach(() => world.retire())

let world: CreditWorld

/** When the session ends in this way, seen from the renewal of the month that it was booked in. */
const moments = ['before', 'during', 'after'] as const
type Moment = (typeof moments)[number]

/** What makes each case happen to a session; those of disputes stand with the disputes, those of Stripe with Stripe. */
const causes: Partial<Record<SessionCase, (world: CreditWorld) => Promise<unknown>>> = {
  cancelled_by_mentee_early: (world) => world.cancel('mentee'),
  cancelled_by_mentee_late: (world) => world.cancel('mentee'),
  cancelled_by_mentor_early: (world) => world.cancel('mentor'),
  cancelled_by_mentor_late: (world) => world.cancel('mentor'),
  completed: (world) => world.hold(['mentee', 'mentor']),
  missed_by_mentee: (world) => world.hold(['mentor']),
  missed_by_mentor: (world) => world.hold(['mentee']),
  missed_by_both: (world) => world.hold([]),
  mentor_blocked: (world) => world.block('mentor'),
  mentor_left: (world) => world.leave('mentor'),
  mentee_blocked: (world) => world.block('mentee'),
  mentee_left: (world) => world.leave('mentee'),
  payment_refunded: (world) => world.refundPayment(),
}
const isLate = (of: string) => of.endsWith('_late')
const isSettled = (of: string) => of.startsWith('missed') || of === 'completed'
/** The subscription is over with it. A blocked mentee's does not renew, where the block comes before the renewal. */
const endsAll = (of: string, moment: Moment, status: string) =>
  of.startsWith('mentor_') ||
  of === 'mentee_left' ||
  (of === 'payment_refunded' && moment === 'before') ||
  (of === 'mentee_blocked' && moment === 'during' && status === 'ended')

describe.each(moments)('%s the renewal', (moment) => {
  it.each(Object.keys(causes) as SessionCase[])('a session that is %s', async (of) => {
    world = await makeCreditWorld(test)
    const { periodEnd } = await world.enrollment()
    // The session begins well within the month, or in the middle of the next one.
    const start = moment === 'before' ? after(periodEnd, -daysMs(10)) : after(periodEnd, daysMs(6))
    await world.book(start)
    const isBeside = moment === 'during' && !isSettled(of) && !isLate(of)
    if (moment !== 'before' && !isBeside) await world.goTo(after(periodEnd, hoursMs(1)))
    if (isLate(of)) await world.goTo(after(start, -hoursMs(6)))
    if (isBeside) {
      await world.turnClockTo(after(periodEnd, 1000))
      await Promise.all([causes[of]!(world), world.sweep()])
    } else await causes[of]!(world)
    await world.sweep()

    const { call, calls, enrollment } = await world.read()
    const rule: { effect: string; hasBonus?: true } = sessionCases[of]
    const isOver = endsAll(of, moment, enrollment.status)
    const expected = {
      freed: isOver ? 'lapsed' : 'free',
      returned: isOver ? 'refunded' : 'free',
      spent: 'spent',
      lapsed: 'lapsed',
      refunded: 'refunded',
    }[rule.effect]
    expect(call.status).toBe(expected)
    expect(call.history.at(-1)!.what).toBe(expected === 'free' ? 'freed' : expected)
    if (expected === 'free' && rule.effect === 'returned') {
      expect(call.source).toBe('returned')
      const usableUntil = new Date(call.usableUntil).getTime()
      expect(usableUntil).toBeGreaterThanOrEqual(after(world.now(), daysMs(29.9)).getTime())
    }
    expect(calls.filter(({ source }) => source === 'bonus')).toHaveLength(rule.hasBonus && !isOver ? 1 : 0)
    await world.expectWholeLedger()

    if (isOver) return expect(enrollment.callsLeft).toBe(0)
    const isThisMonth = moment === 'before'
    const isFree = expected === 'free'
    expect(enrollment.callsLeft).toBe(isThisMonth && !isFree ? 3 : 4)
    const extra = enrollment.extraCalls.reduce((sum, { count }) => sum + count, 0)
    const carriedOver = isThisMonth || of === 'payment_refunded' ? 0 : 1
    expect(extra).toBe(carriedOver + (isFree && !isThisMonth ? 1 : 0) + (rule.hasBonus ? 1 : 0))
    // Nobody mails who is shut out of the session; a settled session has a notice.
    if (isSettled(of) || of === 'payment_refunded' || of === 'mentee_blocked' || isBeside) return
    // The mail says the balance that the account shows.
    const [mail] = await outboxWith(test, world.mentee.email, 'Cancelled')
    expect(mail!.text).toContain(balanceText(enrollment, (iso) => formatPlainDate(new Date(iso), null)))
    if (isFree) expect(mail!.text).toContain('The call is yours again')
  })
})

it('has a cause for every case that is not tried elsewhere', () => {
  const elsewhere = [
    // features/disputes
    'refund_granted',
    'contest_agreed',
    'contest_agreed_with_mentor',
    'given_by_moderator',
    // features/enrollments/stripe-credits.test.ts
    'payment_disputed',
    // features/moderation/suspensions.test.ts
    'mentor_suspended_early',
    'mentor_suspended_late',
    'mentee_suspended',
    // room-closures.test.ts
    'session_prevented',
  ]
  expect([...Object.keys(causes), ...elsewhere].sort()).toEqual(Object.keys(sessionCases).sort())
})

it('gives a call back that was booked far ahead and cancelled by the mentor after a renewal', async () => {
  world = await makeCreditWorld(test)
  await world.book(after(world.now(), daysMs(35)))
  await world.goTo(after(world.now(), daysMs(33)))
  expect((await world.read()).enrollment).toMatchObject({ callsLeft: 4, extraCalls: [{ count: 1 }] })
  await world.cancel('mentor')
  const { enrollment } = await world.read()
  expect(enrollment.callsLeft).toBe(4)
  expect(enrollment.extraCalls.map(({ count, source }) => [count, source])).toEqual(
    expect.arrayContaining([[1, 'returned']]),
  )
  const [mail] = await outboxWith(test, world.mentee.email, 'Cancelled')
  expect(mail!.text).toContain(balanceText(enrollment, (iso) => formatPlainDate(new Date(iso), null)))
  const { enrollmentId } = world
  expect(
    (await test.call(api.sessionCredits.list, { params: { enrollmentId } }, await world.stranger())).status,
  ).toBe(404)
})

it('promises no call beyond the end of a subscription that was cancelled', async () => {
  world = await makeCreditWorld(test)
  const { enrollmentId, mentee } = world
  const { periodEnd } = await world.enrollment()
  const start = after(periodEnd, -daysMs(5))
  await world.book(start)
  // What there was no time to book for is given back, and lapses not.
  await publish(test, world.mentor, new Date(Math.ceil(start.getTime() / hoursMs(1) + 24) * hoursMs(1)))
  ok(await test.call(api.enrollments.cancel, { params: { enrollmentId } }, mentee))
  await world.goTo(after(start, -hoursMs(6)))
  await world.cancel('mentor')
  const { enrollment } = await world.read()
  const ends = periodEnd.toISOString()
  const { calls } = ok(await test.call(api.sessionCredits.list, { params: { enrollmentId } }, mentee))
  expect(calls.filter(({ status }) => status === 'free').map(({ usableUntil }) => usableUntil)).toEqual(
    Array(5).fill(ends),
  )
  expect(enrollment.extraCalls).toEqual([{ count: 1, usableUntil: ends, source: 'bonus' }])
  const text = (await outboxWith(test, mentee.email, 'Cancelled'))[0]!.text.replace(/\s+/g, ' ')
  const until = formatPlainDate(periodEnd, null)
  expect(text).toContain(
    `The call is yours again, until ${until}. You also get one more call, until ${until}.`,
  )
  // Within the days of the notice before it.
  await world.goTo(after(periodEnd, -daysMs(4)))
  expect(
    await outboxWith(test, mentee.email, `5 calls with Vikram Iyer can be used until ${until}`),
  ).toHaveLength(1)
  // It goes on after all: of the one more, which can be used for longer again, a word comes before its own end.
  ok(
    await test.call(
      api.enrollments.resume,
      { params: { enrollmentId } },
      await signInMentee(test, mentee.email),
    ),
  )
  const { bonusUntil } = (
    await test.app.db.pool.query<{ bonusUntil: Date }>(
      `select usable_until as "bonusUntil" from session_credit where source = 'bonus' and enrollment_id = $1`,
      [enrollmentId],
    )
  ).rows[0]!
  await publish(test, world.mentor, new Date(Math.ceil(bonusUntil.getTime() / hoursMs(1) - 48) * hoursMs(1)))
  await world.goTo(after(periodEnd, hoursMs(1)))
  await world.goTo(after(bonusUntil, -daysMs(4)))
  const own = formatPlainDate(bonusUntil, null)
  const mails = await outboxWith(test, mentee.email, '')
  expect(mails.filter(({ subject }) => subject.includes(`can be used until ${own}`))).toHaveLength(1)
})

describe('a session that the mentor cancels once the subscription is over', () => {
  const pool = () => test.app.db.pool

  /** @returns what the mentee is mailed */
  async function cancelAfterTheEnd(of: { beforeBooking?: () => unknown; beforeCancelling?: () => unknown }) {
    const { mentee, enrollmentId } = world
    const { periodEnd } = await world.enrollment()
    await of.beforeBooking?.()
    await world.book(after(periodEnd, daysMs(6)))
    ok(await test.call(api.enrollments.cancel, { params: { enrollmentId } }, mentee))
    await world.goTo(after(periodEnd, hoursMs(1)))
    await of.beforeCancelling?.()
    await world.cancel('mentor')
    expect((await world.read()).call.status).toBe('refunded')
    const [mail] = await outboxWith(test, mentee.email, 'Cancelled')
    return mail!.text.replace(/\s+/g, ' ')
  }

  it('pays the call back at its price', async () => {
    world = await makeCreditWorld(test)
    expect(await cancelAfterTheEnd({})).toContain('so ₹1,500 for the call goes back the way you paid.')
  })

  it('says so where the call had no price', async () => {
    world = await makeCreditWorld(test)
    const { enrollmentId, mentee } = world
    const text = await cancelAfterTheEnd({
      async beforeBooking() {
        await spendCredits(pool(), enrollmentId, 4)
        await spareCredits(pool(), mentee.id)
      },
    })
    expect(text).toContain('The call had no price, and your subscription is over.')
    expect(text).not.toContain('part of your refund')
  })

  it('says so where nothing is left of what was paid for it', async () => {
    world = await makeCreditWorld(test)
    const text = await cancelAfterTheEnd({
      beforeCancelling: () =>
        pool().query('update payment set refunded_amount = amount where enrollment_id = $1', [
          world.enrollmentId,
        ]),
    })
    expect(text).toContain(
      'Your subscription is over, and nothing is left to refund of the payment for this call: it went back already, or your bank decides about it.',
    )
    expect(text).not.toContain('part of your refund')
  })
})
