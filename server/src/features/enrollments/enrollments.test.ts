import { api } from '@marga/contract/api'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  enroll,
  newMentee,
  newMentor,
  newModerator,
  ok,
  openCheckout,
  pay,
  signInMentee,
  type TestPerson,
} from '../../testing/people.ts'
import { spendCredits } from '../../testing/session-credits.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  mentor = await newMentor(test, moderator)
})
afterAll(() => test.close())

const confirm = (mentee: TestPerson, by: { mentorId?: string; paymentId?: string }) =>
  test.call(api.enrollments.confirm, { body: { menteeId: mentee.id, ...by } }, mentee)
const isActive = async (mentee: TestPerson) =>
  ok(await test.call(api.mentors.profile, { params: { mentorId: mentor.id } }, mentee)).isEnrollmentActive
const priceOf = async (of: TestPerson) =>
  ok(await test.call(api.mentors.profile, { params: { mentorId: of.id } })).mentorData.stripePriceId!
const checkout = (mentee: TestPerson, mentorPriceId: string, mentorId = mentor.id) =>
  test.call(
    api.enrollments.createCheckout,
    { body: { menteeId: mentee.id, mentorId, mentorPriceId } },
    mentee,
  )

describe('subscribing', () => {
  it('leads through the checkout page to a month of four calls', async () => {
    const mentee = await newMentee(test)
    const paymentId = await openCheckout(test, mentee, mentor)
    const page = await test.request('GET', `/sandbox/checkout/${paymentId}`)
    expect(page.body.text).toContain('₹6,000')
    expect(page.body.text).toContain('<dd>₹1,500</dd>')
    const paid = await pay(test, paymentId, 'success')
    expect([paid.status, paid.headers.location]).toEqual([
      303,
      `http://localhost:3999/mentees/payment/success/${paymentId}`,
    ])
    const { enrollment } = ok(await confirm(mentee, { paymentId }))
    expect(enrollment).toMatchObject({ status: 'active', callsLeft: 4, callsPerMonth: 4 })
    expect(enrollment.mentorId._id).toBe(mentor.id)
    expect(await isActive(mentee)).toBe(true)
  })

  it('enrols by the provider’s event alone when the browser never comes back', async () => {
    const mentee = await newMentee(test)
    const paymentId = await openCheckout(test, mentee, mentor)
    await pay(test, paymentId, 'success')
    const { rows } = await test.app.db.pool.query(
      "select id from provider_event where payload->>'checkoutId' = $1",
      [paymentId],
    )
    for (const { id } of [...rows, ...rows]) await test.app.jobHandlers['payments:event']({ eventId: id })
    expect(await isActive(mentee)).toBe(true)
  })

  it('makes one enrollment however often event and browser arrive, and whoever is first', async () => {
    const mentee = await newMentee(test)
    const paymentId = await openCheckout(test, mentee, mentor)
    await pay(test, paymentId, 'success')
    const responses = await Promise.all(Array.from({ length: 20 }, () => confirm(mentee, { paymentId })))
    expect(new Set(responses.map((response) => ok(response).enrollment._id)).size).toBe(1)
    const { rows } = await test.app.db.pool.query(
      'select count(*)::int as n from enrollment where mentee_id = $1',
      [mentee.id],
    )
    expect(rows[0].n).toBe(1)
  })

  it('gives a liar 402, before, during and after a declined payment', async () => {
    const liar = await newMentee(test)
    expect((await confirm(liar, { mentorId: mentor.id })).body).toMatchObject({
      code: 'payment_required',
      pending: false,
    })
    const paymentId = await openCheckout(test, liar, mentor)
    expect((await confirm(liar, { paymentId })).body).toMatchObject({
      code: 'payment_required',
      pending: true,
    })
    const declined = await pay(test, paymentId, 'decline')
    expect(declined.headers.location).toContain('/mentees/payment/failed?message=')
    const response = await confirm(liar, { paymentId })
    expect([response.status, response.body.pending]).toEqual([402, false])
    expect(await isActive(liar)).toBe(false)
  })

  it('says by the mentor alone that a subscription runs which has no checkout here', async () => {
    const mentee = await newMentee(test)
    await enroll(test, mentee, mentor)
    await test.app.db.pool.query('delete from checkout where mentee_id = $1', [mentee.id])
    const { enrollment } = ok(await confirm(mentee, { mentorId: mentor.id }))
    expect([enrollment.mentorId._id, enrollment.status]).toEqual([mentor.id, 'active'])
  })

  it('does not let somebody else’s payment enrol', async () => {
    const payer = await newMentee(test)
    const thief = await newMentee(test)
    const paymentId = await openCheckout(test, payer, mentor)
    await pay(test, paymentId, 'success')
    expect((await confirm(thief, { paymentId })).status).toBe(404)
    expect((await confirm(thief, { paymentId: v7() })).status).toBe(404)
  })

  it('refuses a price of another mentor, an old price and an unknown mentor', async () => {
    const mentee = await newMentee(test)
    const other = await newMentor(test, moderator)
    expect((await checkout(mentee, await priceOf(other))).body.code).toBe('price_mismatch')
    expect((await checkout(mentee, 'price_x', v7())).status).toBe(404)
    const oldPrice = await priceOf(other)
    ok(
      await test.call(
        api.mentors.editProfile,
        { params: { ownId: other.id }, body: { monthlyFee: 9000 } },
        other,
      ),
    )
    expect(await priceOf(other)).not.toBe(oldPrice)
    expect((await checkout(mentee, oldPrice, other.id)).body.code).toBe('price_mismatch')
  })

  it('leads two tabs to one checkout page, and a subscriber to 409', async () => {
    const mentee = await newMentee(test)
    const price = await priceOf(mentor)
    const responses = await Promise.all([
      checkout(mentee, price),
      checkout(mentee, price),
      checkout(mentee, price),
    ])
    expect(new Set(responses.map((response) => ok(response).url)).size).toBe(1)
    const paymentId = responses[0]!.body.url.split('/').at(-1)!
    await pay(test, paymentId, 'success')
    // Paid, but not told yet: a third tab must not be led to paying again.
    expect((await checkout(mentee, price)).body.code).toBe('already_subscribed')
    ok(await confirm(mentee, { paymentId }))
    expect((await checkout(mentee, price)).body.code).toBe('already_subscribed')
  })

  it('cannot be paid twice through an old page', async () => {
    const mentee = await newMentee(test)
    const first = await openCheckout(test, mentee, mentor)
    await pay(test, first, 'decline')
    const second = await openCheckout(test, mentee, mentor)
    expect(second).not.toBe(first)
    await pay(test, second, 'success')
    await pay(test, first, 'success')
    ok(await confirm(mentee, { paymentId: second }))
    const { rows } = await test.app.db.pool.query(
      "select count(*)::int as n from sandbox_checkout where status = 'paid' and reference in ($1, $2)",
      [first, second],
    )
    expect(rows[0].n).toBe(1)
  })
})

describe('a subscription', () => {
  it('renews with four fresh calls, ends at the period’s end once cancelled, and can be resumed before', async () => {
    let mentee = await newMentee(test)
    const { _id } = await enroll(test, mentee, mentor)
    await spendCredits(test.app.db.pool, _id, 4)
    const skip = async (days: number) => {
      test.clock.advance(days * 86_400_000)
      await test.app.jobHandlers['enrollments:sweep']({})
      mentee = await signInMentee(test, mentee.email)
      return ok(
        await test.call(api.enrollments.subscribedMentors, { params: { menteeId: mentee.id } }, mentee),
      ).allMentorsSubscribed[0]!
    }
    expect(await skip(32)).toMatchObject({ status: 'active', callsLeft: 4 })
    const cancel = () => test.call(api.enrollments.cancel, { params: { enrollmentId: _id } }, mentee)
    expect(ok(await cancel()).enrollment).toMatchObject({ status: 'ending', renewsAt: null })
    expect(await isActive(mentee)).toBe(true)
    expect(
      ok(await test.call(api.enrollments.resume, { params: { enrollmentId: _id } }, mentee)).enrollment
        .status,
    ).toBe('active')
    ok(await cancel())
    expect(await skip(32)).toMatchObject({ status: 'ended', callsLeft: 0 })
    expect(await isActive(mentee)).toBe(false)
    const resumed = await test.call(api.enrollments.resume, { params: { enrollmentId: _id } }, mentee)
    expect(resumed.body.code).toBe('not_resumable')
  })

  it('is nobody else’s to cancel', async () => {
    const mentee = await newMentee(test)
    const { _id } = await enroll(test, mentee, mentor)
    const stranger = await newMentee(test)
    expect(
      (await test.call(api.enrollments.cancel, { params: { enrollmentId: _id } }, stranger)).status,
    ).toBe(404)
  })
})
