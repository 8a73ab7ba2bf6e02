import type { Enrollment } from '@marga/contract/enrollments'
import type { Actor } from '../../platform/actor.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { EarlyEndings } from '../enrollments/early-endings.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { ResponseClocks } from '../response-times/response-clocks.service.ts'
import type { SlotRelease } from '../slots/slot-release.service.ts'
import type { DisputeMessages } from './dispute-messages.service.ts'
import { endedBySilenceMail } from './disputes.mails.ts'
import { isOver } from './refund-requests.rules.ts'

type Pair = { menteeId: string; mentorId: string }
type Deps = {
  db: Database
  enrollments: Enrollments
  earlyEndings: EarlyEndings
  responseClocks: ResponseClocks
  slotRelease: SlotRelease
  disputeMessages: DisputeMessages
}

/** The way out for a mentee whose mentor has not answered for seven days: nobody is asked. */
export function createSilenceRefunds(deps: Deps) {
  return {
    claim: (mentee: Actor<'mentee'>, enrollmentId: string) => claim(deps, mentee, enrollmentId),
  }
}
export type SilenceRefunds = ReturnType<typeof createSilenceRefunds>

/**
 * Ends the subscription and gives back what is unused. An answer at the same moment and this wait for each other.
 * @throws AppError not_found, not_silent
 */
async function claim(
  deps: Deps,
  mentee: Actor<'mentee'>,
  enrollmentId: string,
): Promise<{ enrollment: Enrollment; refund: { amount: number } }> {
  const { db, enrollments, earlyEndings, responseClocks, slotRelease, disputeMessages } = deps
  return db.transact(async (tx) => {
    const row = await enrollments.lockPayer(tx, enrollmentId)
    if (row?.menteeId !== mentee.id || isOver(row)) throw new AppError('not_found')
    if (!(await responseClocks.endSilent(tx, row))) throw new AppError('not_silent')
    // Reckoned while the sessions ahead hold their credits: cancelling them for the refund makes these part of it.
    const owed = await earlyEndings.quoteOf(tx, row)
    await slotRelease.releaseEnrollment(tx, row.id, 'refund_granted')
    const amount = await earlyEndings.endWithRefund(tx, row, owed, 'refund_granted')
    await tellMentor(disputeMessages, tx, row, amount)
    const ended = await enrollments.lockPayer(tx, enrollmentId)
    return { enrollment: await enrollments.present(ended ?? row), refund: { amount } }
  })
}

/** The mentee is mailed by the refund itself, once it is on its way. */
const tellMentor = (
  disputeMessages: DisputeMessages,
  tx: Tx,
  { menteeId, mentorId }: Pair,
  amountRupees: number,
) =>
  disputeMessages.tell(
    tx,
    { menteeId, mentorId, menteeDeletedAt: null, mentorDeletedAt: null },
    'payments',
    (side, { firstName }, other) =>
      side === 'mentee'
        ? undefined
        : {
            content: `${other.firstName} had waited seven days for your answer, and has ended the subscription`,
            link: '/mentors/subscribed-mentees',
            mail: {
              kind: 'silence-refund',
              content: (url) =>
                endedBySilenceMail({ firstName, otherName: other.firstName, amountRupees, url }),
            },
          },
  )
