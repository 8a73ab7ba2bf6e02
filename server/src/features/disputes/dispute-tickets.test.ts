import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  contestBeforeModerator,
  decideAs,
  reasonOfModerator,
  refundBeforeModerator,
} from '../../testing/disputes-before-moderators.ts'
import { newModerator, ok, type TestPerson, testPassword } from '../../testing/people.ts'
import { refundReason } from '../../testing/refund-requests.ts'
import { contestText, subscribedPair } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

type Decision = Parameters<typeof decideAs>[3]
const decide = (
  ticketId: string,
  action: Decision['action'],
  { by = moderator, ...of }: Omit<Decision, 'action'> & { by?: TestPerson } = {},
) => decideAs(test, by, ticketId, { action, ...of })
const get = async (ticketId: string) =>
  ok(await test.call(api.tickets.get, { params: { ticketId } }, moderator))

describe('the ticket of a dispute', () => {
  it('shows moderators what both say, and who was in the room', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId, slotId, contestId } = await contestBeforeModerator(test, pair)
    const { ticket, dispute } = await get(ticketId)
    expect(ticket).toMatchObject({ disputeKind: 'contest', status: 'open', content: contestText })
    expect(dispute).toMatchObject({
      kind: 'contest',
      contest: {
        _id: contestId,
        slotId,
        by: 'mentee',
        text: contestText,
        answer: 'It was otherwise.',
        status: 'with_moderator',
        other: { _id: pair.mentor.id },
      },
    })
    expect(dispute!.kind === 'contest' && dispute!.contest.attendance).toHaveLength(2)
  })

  it('shows the refund that was asked for', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId, amount } = await refundBeforeModerator(test, pair)
    const { ticket, dispute } = await get(ticketId)
    expect([ticket.disputeKind, ticket.subject]).toEqual(['refund', 'Refund asked for'])
    expect(dispute).toMatchObject({
      kind: 'refund',
      refundRequest: { amount, reason: refundReason, status: 'with_moderator' },
    })
  })

  it('is none of a ticket that somebody raised', async () => {
    const pair = await subscribedPair(test, moderator)
    const params = { menteeId: pair.mentee.id }
    const body = { complaint: { accusedId: pair.mentor.id }, content: 'Was rude.' }
    const { data } = ok(await test.call(api.tickets.raiseAsMentee, { params, body }, pair.mentee))
    const { ticket, dispute } = await get(data._id)
    expect([ticket.disputeKind, dispute]).toEqual([null, null])
    for (const action of ['return_call', 'refund', 'refuse'] as const) {
      const refused = await decide(data._id, action, { note: reasonOfModerator })
      expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([400, ['action']])
    }
  })

  it('takes the actions of its kind only, and a reason for refusing', async () => {
    const [one, other] = [await subscribedPair(test, moderator), await subscribedPair(test, moderator)]
    const { ticketId } = await contestBeforeModerator(test, one)
    const { ticketId: refundTicketId } = await refundBeforeModerator(test, other)
    const wrong = [
      await decide(ticketId, 'refund', { note: reasonOfModerator }),
      await decide(refundTicketId, 'return_call', { note: reasonOfModerator }),
    ]
    for (const { status, body } of wrong)
      expect([status, body.code, Object.keys(body.fields as object)]).toEqual([
        400,
        'invalid_request',
        ['action'],
      ])
    for (const id of [ticketId, refundTicketId]) {
      const { status, body } = await decide(id, 'refuse')
      expect([status, Object.keys(body.fields as object)]).toEqual([400, ['note']])
    }
    expect((await get(ticketId)).ticket.status).toBe('open')
  })

  it('says of one that is over by itself that nobody decided it, there and to whoever comes too late', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId } = await refundBeforeModerator(test, pair)
    ok(
      await test.call(
        api.accountSettings.mentee.deleteAccount,
        { body: { password: testPassword } },
        pair.mentee,
      ),
    )
    expect((await get(ticketId)).ticket).toMatchObject({ isWithdrawn: true, decision: { by: null } })
    const params = { id: ticketId }
    const { case: closed, events } = ok(await test.call(api.cases.get, { params }, moderator))
    expect(closed.decision).toMatchObject({ by: null, outcomes: [], text: 'The mentee deleted the account.' })
    expect(events.at(-1)!.what).toBe('withdrawn')
    const late = [
      await decide(ticketId, 'refuse', { note: reasonOfModerator }),
      await test.call(
        api.cases.decide,
        {
          params,
          body: { outcomes: [{ kind: 'dismiss' }], reason: 'nothing_found', text: reasonOfModerator },
        },
        moderator,
      ),
    ]
    for (const [index, { status, body }] of late.entries())
      expect([status, body]).toMatchObject([
        409,
        {
          code: 'already_decided',
          message: `This ${['ticket', 'case'][index]} is no longer open.`,
          decidedBy: '',
          decidedAt: closed.decision!.at,
        },
      ])

    const decided = await refundBeforeModerator(test, await subscribedPair(test, moderator))
    ok(await decide(decided.ticketId, 'refuse', { note: reasonOfModerator }))
    expect((await get(decided.ticketId)).ticket.isWithdrawn).toBe(false)
  })
})
