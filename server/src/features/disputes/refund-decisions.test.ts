import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  decideAs,
  reasonOfModerator,
  refundBeforeModerator,
} from '../../testing/disputes-before-moderators.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { refundRequestsOf, wentBack } from '../../testing/refund-requests.ts'
import { enrollmentOf, type Subscribed, subscribedPair } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
let second: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  second = await newModerator(test)
})
afterAll(() => test.close())

type Decision = Parameters<typeof decideAs>[3]
const decide = (
  ticketId: string,
  action: Decision['action'],
  { by = moderator, ...of }: Omit<Decision, 'action'> & { by?: TestPerson } = {},
) => decideAs(test, by, ticketId, { action, ...of })
const requestOf = async ({ mentee }: Subscribed) => (await refundRequestsOf(test, mentee))[0]!

describe('a refund request before a moderator', () => {
  it('is granted with the amount, and tells both why', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId, amount: quoted } = await refundBeforeModerator(test, pair)
    const { data } = ok(await decide(ticketId, 'refund', { note: reasonOfModerator }))
    expect(data).toMatchObject({ status: 'actioned', disputeKind: 'refund' })
    const { amount, status, decision } = await requestOf(pair)
    expect([status, decision]).toEqual(['refunded', reasonOfModerator])
    expect(amount).toBeLessThanOrEqual(quoted)
    expect(await wentBack(test, pair)).toBe(amount)
    expect(await enrollmentOf(test, pair)).toMatchObject({ status: 'ended', callsLeft: 0 })
    const [toMentee] = await outboxWith(test, pair.mentee.email, 'Your refund request')
    const [toMentor] = await outboxWith(test, pair.mentor.email, 'The refund request of')
    for (const mail of [toMentee, toMentor]) {
      expect(mail!.text).toContain(`₹${amount.toLocaleString('en-IN')}`)
      expect(mail!.text).toContain(reasonOfModerator)
    }
  })

  it('is refused with a reason, and may be asked for again', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId } = await refundBeforeModerator(test, pair)
    ok(await decide(ticketId, 'refuse', { note: reasonOfModerator }))
    expect(await requestOf(pair)).toMatchObject({ status: 'refused', decision: reasonOfModerator })
    expect((await enrollmentOf(test, pair)).status).toBe('active')
    expect(await wentBack(test, pair)).toBe(0)
    const [mail] = await outboxWith(test, pair.mentee.email, 'Your refund request')
    expect(mail!.text).toContain(reasonOfModerator)
    expect(mail!.text).toContain('The subscription goes on.')
    await refundBeforeModerator(test, pair)
  })

  it('that is refused does not say of a cancelled subscription that it goes on', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId } = await refundBeforeModerator(test, pair)
    const params = { enrollmentId: pair.enrollmentId }
    ok(await test.call(api.enrollments.cancel, { params }, pair.mentee))
    ok(await decide(ticketId, 'refuse', { note: reasonOfModerator }))
    expect((await enrollmentOf(test, pair)).status).toBe('ending')
    for (const [{ email }, subject] of [
      [pair.mentee, 'Your refund request'],
      [pair.mentor, 'The refund request of'],
    ] as const) {
      const [mail] = await outboxWith(test, email, subject)
      expect(mail!.text).toContain('Nothing goes back, and the subscription ends as it would have.')
      expect(mail!.text).not.toContain('goes on')
    }
  })

  it('ends with what a block of the mentor gives back', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId } = await refundBeforeModerator(test, pair)
    ok(await decide(ticketId, 'block'))
    const { status, amount } = await requestOf(pair)
    expect(status).toBe('refunded')
    expect(amount).toBeGreaterThan(0)
    expect(await wentBack(test, pair)).toBe(amount)
  })

  it('has one decision of two moderators', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId } = await refundBeforeModerator(test, pair)
    const both = await Promise.all([
      decide(ticketId, 'refund', { note: 'Yes.' }),
      decide(ticketId, 'refuse', { note: 'No.', by: second }),
      decide(ticketId, 'refund', { note: 'Yes.', by: second }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { status, amount } = await requestOf(pair)
    expect(await wentBack(test, pair)).toBe(status === 'refunded' ? amount : 0)
    expect(await outboxWith(test, pair.mentee.email, 'Your refund request')).toHaveLength(1)
  })
})
