import { formatRupees } from '@marga/contract/prices'
import type { MemberRole } from '@marga/contract/roles'
import { formatMoment, formatShortMoment } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MailRecipient } from '../accounts/mail-recipients.service.ts'
import type { DisputeMessages } from './dispute-messages.service.ts'
import { answerWantedMail, disputeSettledMail } from './disputes.mails.ts'
import type { RefundRequestRow } from './refund-requests.queries.ts'
import {
  type RefundResult,
  refundAskedText,
  refundDeadlineText,
  refundResultText,
  refundWithModeratorText,
} from './refund-texts.rules.ts'

type Deps = { disputeMessages: DisputeMessages }
export type RefundSettled = { result: RefundResult; reason?: string | null }

const linkOf = (side: MemberRole, { id }: RefundRequestRow) =>
  side === 'mentee' ? '/mentees/subscribed-mentors' : `/mentors/contests?refund=${id}`

/** What the two are told of a refund request. */
export function createRefundNotifications(deps: Deps) {
  return {
    asked: (tx: Tx, row: RefundRequestRow) => wantAnswer(deps, tx, row, false),
    reminder: (tx: Tx, row: RefundRequestRow) => wantAnswer(deps, tx, row, true),
    withModerator: (tx: Tx, row: RefundRequestRow) => withModerator(deps, tx, row),
    settled: (tx: Tx, row: RefundRequestRow, of: RefundSettled) => settled(deps, tx, row, of),
  }
}
export type RefundNotifications = ReturnType<typeof createRefundNotifications>

const readBy = (row: RefundRequestRow, reader: MemberRole, other: MailRecipient) => ({
  reader,
  other: other.firstName,
  isOver: row.enrollmentStatus === 'ended',
  isCancelled: row.enrollmentStatus === 'ending',
  amount: row.amount > 0 ? formatRupees(row.amount) : null,
  withdrawn: row.withdrawnAmount > 0 ? formatRupees(row.withdrawnAmount) : null,
})

const wantAnswer = ({ disputeMessages }: Deps, tx: Tx, row: RefundRequestRow, isReminder: boolean) =>
  disputeMessages.tell(tx, row, 'payments', (side, reader, other) => {
    if (side === 'mentee') return undefined
    const { timeZone, firstName } = reader
    const read = readBy(row, side, other)
    const what = refundAskedText(read)
    const deadline = refundDeadlineText(formatMoment(row.answerBy, timeZone), read)
    return {
      content: `${what} ${refundDeadlineText(formatShortMoment(row.answerBy, timeZone), read)}`,
      link: linkOf(side, row),
      mail: {
        kind: 'refund-request',
        content: (url) => answerWantedMail({ firstName, url, what, text: row.reason, deadline, isReminder }),
      },
    }
  })

const withModerator = ({ disputeMessages }: Deps, tx: Tx, row: RefundRequestRow) =>
  disputeMessages.tell(tx, row, 'payments', (side, _, other) => ({
    content: refundWithModeratorText(readBy(row, side, other)),
    link: linkOf(side, row),
  }))

/** A mentee who gets money back without a moderator is mailed by the refund itself, once it is on its way. */
const settled = ({ disputeMessages }: Deps, tx: Tx, row: RefundRequestRow, of: RefundSettled) =>
  disputeMessages.tell(tx, row, 'payments', (side, { firstName }, other) => {
    const isModerators = of.result === 'granted' || of.result === 'refused'
    const isOfMoney = row.amount > 0 && (of.result === 'unused' || of.result === 'agreed')
    if (side === 'mentee' && isOfMoney) return undefined
    const result = refundResultText(of.result, readBy(row, side, other))
    return {
      content: result,
      link: linkOf(side, row),
      isOwnAct: of.result === 'agreed',
      mail: {
        kind: isModerators ? 'dispute-decided' : 'refund-settled',
        isAlwaysSent: isModerators,
        content: (url) =>
          disputeSettledMail({
            firstName,
            url,
            subject: side === 'mentee' ? 'Your refund request' : `The refund request of ${other.firstName}`,
            result,
            reason: of.reason ?? null,
            call: null,
            label: side === 'mentee' ? 'See my subscriptions' : 'See the request',
          }),
      },
    }
  })
