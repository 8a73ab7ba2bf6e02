import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { ok, type TestPerson } from './people.ts'
import { answerRefund, askForRefund } from './refund-requests.ts'
import { answerContest, contestAs, type Subscribed, settledSession } from './settled-sessions.ts'
import type { TestApp } from './test-app.ts'

export const reasonOfModerator = 'The record of the room says so.'

type Decision = {
  action: 'block' | 'dismiss' | 'return_call' | 'refund' | 'refuse'
  note?: string
  alsoTicketIds?: string[]
}
export const decideAs = (test: TestApp, by: TestPerson, ticketId: string, decision: Decision) =>
  test.call(api.tickets.decide, { body: { ticketId, ...decision } }, by)

const newestTicketOf = (test: TestApp, { id }: TestPerson) =>
  test.app.db.query
    .selectFrom('ticket')
    .select('id')
    .where('raisedBy', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** A contest of a session in which the other side was, that the two do not agree about. */
export async function contestBeforeModerator(test: TestApp, pair: Subscribed, by: MemberRole = 'mentee') {
  const slot = await settledSession(test, pair, by === 'mentee' ? ['mentee', 'mentor'] : ['mentor'])
  const { _id } = ok(await contestAs(test, pair[by], slot._id)).contest
  const other = by === 'mentee' ? pair.mentor : pair.mentee
  ok(await answerContest(test, other, _id, { agree: false, text: 'It was otherwise.' }))
  return { contestId: _id, slotId: slot._id, ticketId: (await newestTicketOf(test, pair[by])).id }
}

/** A refund request that the mentor has not agreed to. */
export async function refundBeforeModerator(test: TestApp, pair: Subscribed) {
  const { _id, amount } = ok(await askForRefund(test, pair)).refundRequest
  ok(await answerRefund(test, pair.mentor, _id, { agree: false }))
  return { amount, ticketId: (await newestTicketOf(test, pair.mentee)).id }
}
