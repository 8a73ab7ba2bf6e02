import { formatRupees } from '@marga/contract/prices'
import { formatDate, formatShortMoment } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Refunds } from '../session-credits/refunds.service.ts'
import { type CallChange, callText } from './call-texts.rules.ts'
import type { ContestOutcomes } from './contest-outcomes.service.ts'
import type { CorrectedOutcome } from './contests.rules.ts'
import type { DisputeMessages } from './dispute-messages.service.ts'
import * as queries from './session-remedies.queries.ts'

type Deps = {
  enrollments: Enrollments
  refunds: Refunds
  contestOutcomes: ContestOutcomes
  disputeMessages: DisputeMessages
}
type Pair = { menteeId: string; mentorId: string }

/**
 * What a moderator does about sessions and money of two people without a dispute of theirs. Neither is told the
 * other's name here: one of them may have raised the case.
 */
export function createSessionRemedies(deps: Deps) {
  const { enrollments } = deps
  return {
    /** The subscriptions of the two, before anything else is locked. */
    async lock(tx: Tx, pair: Pair) {
      for (const id of await queries.findEnrollmentsOfPair(tx, pair)) await enrollments.lockPayer(tx, id)
    },
    /** A settled session of the two. */
    find: (tx: Tx, slotId: string, pair: Pair) => queries.findSettledSessionOf(tx, slotId, pair),
    /** @returns whether there was a call to give back */
    returnCall: (tx: Tx, session: queries.SettledSession) => returnCall(deps, tx, session),
    correct: (tx: Tx, session: queries.SettledSession, outcome: CorrectedOutcome) =>
      correct(deps, tx, session, outcome),
    /** Rupees of the two's payments that have not gone back and are not about to. */
    refundable: queries.sumRefundable,
    /** Rupees that moderators gave back of the two's payments within a month, whatever was asked for. */
    givenOfLate: queries.sumGoodwillOfLate,
    /** Of the newest payment first; the subscription goes on. @returns rupees that go back */
    refund: (tx: Tx, pair: Pair, amount: number, caseId: string) => refund(deps, tx, pair, amount, caseId),
  }
}
export type SessionRemedies = ReturnType<typeof createSessionRemedies>

const payerOf = async ({ enrollments }: Deps, tx: Tx, { enrollmentId }: queries.SettledSession) =>
  enrollmentId === null ? undefined : await enrollments.lockPayer(tx, enrollmentId)

async function returnCall(deps: Deps, tx: Tx, session: queries.SettledSession) {
  const call = await deps.contestOutcomes.returnCredit(tx, session.id, await payerOf(deps, tx, session))
  if (!call?.outcome) return false
  await tellMentee(deps, tx, session, 'A moderator has given the call of your session back to you.', call)
  return true
}

async function correct(deps: Deps, tx: Tx, session: queries.SettledSession, outcome: CorrectedOutcome) {
  const payer = await payerOf(deps, tx, session)
  const call = await deps.contestOutcomes.correct(tx, session.id, outcome, payer)
  await deps.disputeMessages.tell(tx, withBoth(session), 'bookings', (side, reader) =>
    side === 'mentor'
      ? {
          content: `A moderator has corrected what was recorded of your session on ${formatShortMoment(session.startsAt, reader.timeZone)}.`,
          link: '/mentors/scheduler',
        }
      : undefined,
  )
  await tellMentee(deps, tx, session, 'A moderator has corrected what was recorded of your session.', call)
}

const withBoth = (session: queries.SettledSession) => ({
  ...session,
  menteeDeletedAt: null,
  mentorDeletedAt: null,
})

const tellMentee = (
  { disputeMessages }: Deps,
  tx: Tx,
  session: queries.SettledSession,
  what: string,
  call: CallChange | undefined,
) =>
  disputeMessages.tell(tx, withBoth(session), 'bookings', (side, { timeZone }) => {
    if (side === 'mentor') return undefined
    const dateOf = (iso: string) => formatDate(new Date(iso), timeZone)
    const told = `${what.slice(0, -1)} on ${formatShortMoment(session.startsAt, timeZone)}.`
    const ofCall = call ? ` ${callText(call, { dateOf, rupees: formatRupees })}` : ''
    return { content: `${told}${ofCall}`, link: '/mentees/booked-slots' }
  })

async function refund({ refunds }: Deps, tx: Tx, pair: Pair, amount: number, caseId: string) {
  let left = amount
  for (const payment of await queries.findPaymentsOfPair(tx, pair)) {
    if (left === 0) break
    left -= await refunds.reserve(tx, {
      enrollmentId: payment.enrollmentId,
      paymentId: payment.id,
      amountRupees: left,
      reason: 'goodwill',
      reference: `case:${caseId}:${payment.id}`,
    })
  }
  return amount - left
}
