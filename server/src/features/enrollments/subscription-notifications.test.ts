import { api } from '@marga/contract/api'
import type { Enrollment } from '@marga/contract/enrollments'
import type { Outcome } from '@marga/contract/outcomes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysMs } from '../../platform/clock.ts'
import { makeCaseWorld } from '../../testing/case-world.ts'
import { outboxWith } from '../../testing/outbox.ts'
import {
  newMentee,
  newMentor,
  ok,
  signInMentee,
  signInMentor,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { type StripeApp, startStripeApp } from '../../testing/stripe-app.ts'

let app: StripeApp
beforeAll(async () => {
  app = await startStripeApp()
})
afterAll(() => app.close())

async function enrolled() {
  const mentor = await newMentor(app.test, await app.signInModerator())
  await app.runJobs()
  const mentee = await newMentee(app.test)
  const subscriptionId = await app.pay(mentee, mentor)
  await app.catchUp()
  const [enrollment] = (
    await app.app.db.pool.query('select id from enrollment where mentee_id = $1', [mentee.id])
  ).rows
  return { mentor, mentee, subscriptionId, enrollmentId: enrollment.id as string }
}
const synced = async ({ id }: TestPerson) =>
  (
    await app.app.db.pool.query(
      'select content, link, is_read as "isRead" from notification where account_id = $1 order by created_at desc, id desc',
      [id],
    )
  ).rows
const again = (mentee: TestPerson) => signInMentee(app.test, mentee.email)
const date = '\\w+ \\d{1,2}(st|nd|rd|th) 2\\d{3}'
const change = async (how: 'cancel' | 'resume', mentee: TestPerson, enrollmentId: string) =>
  ok(await app.call(api.enrollments[how], { params: { enrollmentId } }, await again(mentee)))

describe('payments', () => {
  const link = '/mentees/subscribed-mentors'

  it('leave a word with the mentee: the first, read, and each renewal', async () => {
    const { mentee, subscriptionId } = await enrolled()
    expect(await synced(mentee)).toEqual([
      {
        content: expect.stringMatching(`^You subscribed to Vikram Iyer: ₹6,000 paid, until ${date}$`),
        link,
        isRead: true,
      },
    ])
    app.clock.advance(daysMs(31))
    app.stripe.billing.endPeriod(subscriptionId)
    await app.catchUp()
    await app.catchUp()
    const [newest, ...older] = await synced(mentee)
    expect(newest).toEqual({
      content: expect.stringMatching(
        `^Your subscription to Vikram Iyer renewed: ₹6,000 paid, until ${date}$`,
      ),
      link,
      isRead: false,
    })
    expect(older).toHaveLength(1)
  })
})

describe('a payment that did not go through', () => {
  /** What the mentee is mailed of it, once. */
  async function fail({ mentee, subscriptionId }: Awaited<ReturnType<typeof enrolled>>) {
    app.clock.advance(daysMs(32))
    app.stripe.billing.endPeriod(subscriptionId, 'failed')
    await app.catchUp()
    const [mail, ...others] = await outboxWith(app.test, mentee.email, 'Your payment for mentoring with')
    expect(others).toEqual([])
    return mail!.text.replace(/\s+/g, ' ')
  }

  it('is mailed with until when there is access, but for a mentee who is suspended', async () => {
    expect(await fail(await enrolled())).toContain('You keep your chat and your sessions until then.')
    const of = await enrolled()
    const world = await makeCaseWorld(app.test)
    ok(await world.decide(await world.raise(of, {}, 'mentor'), [{ kind: 'suspend', days: 60 }]))
    const text = await fail(of)
    expect(text).toContain('Otherwise the subscription ends.')
    expect(text).not.toContain('You keep')
  })
})

describe('a cancelled subscription', () => {
  it('is told to the mentor by notice and mail, once, and so is that it goes on', async () => {
    const { mentor, mentee, enrollmentId } = await enrolled()
    await change('cancel', mentee, enrollmentId)
    await app.catchUp()
    const [cancelled] = await synced(mentor)
    expect(cancelled).toEqual({
      content: expect.stringMatching(`^Asha Rao cancelled their subscription, which ends on ${date}\\.$`),
      link: '/mentors/subscribed-mentees',
      isRead: false,
    })
    expect((await synced(mentee))[0]).toMatchObject({
      content: expect.stringMatching(`^You cancelled Vikram Iyer: your access ends on ${date}$`),
      isRead: true,
    })
    expect(await outboxWith(app.test, mentor.email, 'Asha Rao cancelled their subscription')).toHaveLength(1)
    await change('resume', mentee, enrollmentId)
    await app.catchUp()
    expect((await synced(mentor))[0]?.content).toMatch(
      /^Asha Rao resumed their subscription, which renews on /,
    )
    expect(await outboxWith(app.test, mentor.email, 'Asha Rao resumed')).toHaveLength(1)
  })

  it('is not mailed to a mentor who has switched that off', async () => {
    const { mentor, mentee, enrollmentId } = await enrolled()
    const { editPreferences } = api.accountSettings.mentor
    const body = { email: { payments: false } }
    const self = await signInMentor(app.test, mentor.email)
    ok(await app.call(editPreferences, { params: { ownId: mentor.id }, body }, self))
    await change('cancel', mentee, enrollmentId)
    await app.catchUp()
    expect((await synced(mentor))[0]?.content).toContain('cancelled their subscription')
    expect(await outboxWith(app.test, mentor.email, 'Asha Rao cancelled')).toHaveLength(0)
  })

  it('is told to the mentor of a mentee who deletes the account, without the name', async () => {
    const { mentor, mentee } = await enrolled()
    const { deleteAccount } = api.accountSettings.mentee
    ok(await app.call(deleteAccount, { body: { password: testPassword } }, await again(mentee)))
    await app.catchUp()
    const said = 'One of your mentees deleted their account, so their subscription has ended'
    const [notice, ...earlier] = await synced(mentor)
    expect(notice).toEqual({ content: `${said}.`, link: '/mentors/subscribed-mentees', isRead: false })
    expect(earlier).toEqual([expect.objectContaining({ content: 'Asha subscribed to you' })])
    const [mail, ...more] = await outboxWith(app.test, mentor.email, said)
    expect(more).toEqual([])
    expect(mail!.text).not.toContain('Asha')
  })

  it('is not said to be cancelled by a mentee whom a moderator has blocked', async () => {
    const { mentor, mentee } = await enrolled()
    const body = { menteeId: mentee.id, isBlocked: true }
    ok(await app.call(api.moderation.changeMenteeStatus, { body }, await app.signInModerator()))
    await app.catchUp()
    const contents = (await synced(mentor)).map(({ content }) => content)
    expect(contents.filter((content) => content.includes('cancelled'))).toEqual([])
  })
})

describe('the end of a subscription whose mentor is gone, where nothing goes back', () => {
  /** All of the payment is back already. */
  const enrolledAndRefunded = async () => {
    const of = await enrolled()
    await app.app.db.pool.query('update payment set refunded_amount = amount where enrollment_id = $1', [
      of.enrollmentId,
    ])
    return of
  }
  const endings = ({ email }: TestPerson) => outboxWith(app.test, email, 'Your subscription to')

  it.each(['left', 'blocked'] as const)('is told to the mentee of one who was %s', async (how) => {
    const { mentor, mentee, enrollmentId } = await enrolledAndRefunded()
    const moderator = await app.signInModerator()
    if (how === 'left') {
      const { deleteAccount } = api.accountSettings.mentor
      const own = await signInMentor(app.test, mentor.email)
      ok(await app.call(deleteAccount, { body: { password: testPassword } }, own))
    } else ok(await app.call(api.moderation.changeMentorStatus, { body: { mentorId: mentor.id } }, moderator))
    await app.runJobs()
    expect((await app.enrollmentOf(mentee))[0]).toMatchObject({ id: enrollmentId, status: 'ended' })
    const [mail, ...others] = await endings(mentee)
    expect(others).toEqual([])
    expect(mail!.text).toContain('Vikram Iyer is no longer available as a mentor')
    expect(mail!.text).toContain('Nothing more will be charged.')
    expect(mail!.text).not.toContain('subscribe again')
    expect((await synced(mentee)).filter(({ content }) => content.includes('has ended'))).toHaveLength(1)
  })

  it('is told with the name, and with what goes back, to the mentees of one who leaves', async () => {
    const { mentor, mentee } = await enrolled()
    const own = await signInMentor(app.test, mentor.email)
    const body = { password: testPassword }
    ok(await app.call(api.accountSettings.mentor.deleteAccount, { body }, own))
    await app.runJobs()
    await app.catchUp()
    const [mail, ...others] = await outboxWith(app.test, mentee.email, 'Refund: ')
    expect(others).toEqual([])
    expect(mail!.subject).toMatch(/^Refund: ₹[\d,]+ for mentoring with Vikram Iyer$/)
    expect(await endings(mentee)).toEqual([])
    expect((await synced(mentee))[0]!.content).toMatch(
      /^₹[\d,]+ for mentoring with Vikram Iyer is being refunded$/,
    )
  })

  it('is not told to a mentee who has left', async () => {
    const { mentee } = await enrolledAndRefunded()
    const { deleteAccount } = api.accountSettings.mentee
    ok(await app.call(deleteAccount, { body: { password: testPassword } }, await again(mentee)))
    await app.runJobs()
    expect(await synced(mentee)).toEqual([])
  })
})

describe('the mail about an end for another reason', () => {
  const endedWhile = async (outcome: Outcome) => {
    const { mentor, mentee, subscriptionId, enrollmentId } = await enrolled()
    const world = await makeCaseWorld(app.test)
    ok(await world.decide(await world.raise({ mentee, mentor, enrollmentId }), [outcome]))
    app.stripe.billing.dispute(subscriptionId)
    await app.catchUp()
    const [mail, ...others] = await outboxWith(
      app.test,
      mentee.email,
      'Your subscription to Vikram Iyer has ended',
    )
    expect(others).toEqual([])
    const params = { menteeId: mentee.id }
    const list = ok(await app.test.call(api.enrollments.subscribedMentors, { params }, mentee))
    const [{ canSubscribeAgain }] = list.allMentorsSubscribed as [Enrollment]
    return { text: mail!.text, canSubscribeAgain }
  }

  it('does not say that a suspended mentor is gone', async () => {
    const { text, canSubscribeAgain } = await endedWhile({ kind: 'suspend', days: 7 })
    expect(text).not.toContain('no longer available')
    expect(text).not.toContain('subscribe again')
    expect(canSubscribeAgain).toBe(false)
  })

  it('does not offer a mentor who is restricted', async () => {
    const { text, canSubscribeAgain } = await endedWhile({ kind: 'restrict', days: 7 })
    expect(text).not.toContain('subscribe again')
    expect(canSubscribeAgain).toBe(false)
  })

  it('offers one who may be subscribed to', async () => {
    const { text, canSubscribeAgain } = await endedWhile({ kind: 'warn' })
    const words = text.replace(/\s+/g, ' ')
    expect(words).toContain('you can subscribe again while Vikram Iyer takes new mentees.')
    expect(canSubscribeAgain).toBe(true)
  })
})
