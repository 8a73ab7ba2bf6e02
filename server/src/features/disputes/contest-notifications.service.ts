import { formatRupees } from '@marga/contract/prices'
import type { MemberRole } from '@marga/contract/roles'
import { formatDate, formatMoment, formatShortMoment } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MailRecipient } from '../accounts/mail-recipients.service.ts'
import { type CallChange, callText } from './call-texts.rules.ts'
import {
  type ContestResult,
  contestRaisedText,
  contestResultText,
  contestWithModeratorText,
  silenceText,
} from './contest-texts.rules.ts'
import type { ContestRow } from './contests.queries.ts'
import { otherSide } from './contests.rules.ts'
import type { DisputeMessages } from './dispute-messages.service.ts'
import { answerWantedMail, disputeSettledMail } from './disputes.mails.ts'

type Deps = { disputeMessages: DisputeMessages }
export type ContestSettled = {
  result: ContestResult
  /** What became of the call; undefined of a session that had none. */
  call?: CallChange | undefined
  /** A moderator's. */
  reason?: string | null
}

/** Where a contest is shown, and answered. */
const linkOf = (side: MemberRole, { id }: ContestRow) =>
  side === 'mentee' ? `/mentees/booked-slots?contest=${id}` : `/mentors/contests?contest=${id}`

/** What the two are told of a contest. */
export function createContestNotifications(deps: Deps) {
  return {
    raised: (tx: Tx, row: ContestRow) => wantAnswer(deps, tx, row, false),
    reminder: (tx: Tx, row: ContestRow) => wantAnswer(deps, tx, row, true),
    withModerator: (tx: Tx, row: ContestRow) => withModerator(deps, tx, row),
    settled: (tx: Tx, row: ContestRow, of: ContestSettled) => settled(deps, tx, row, of),
  }
}
export type ContestNotifications = ReturnType<typeof createContestNotifications>

const readBy = (row: ContestRow, side: MemberRole, reader: MailRecipient, other: MailRecipient) => ({
  reader: side,
  raisedBy: row.raisedBy,
  other: other.firstName,
  when: formatShortMoment(row.startsAt, reader.timeZone),
})

const wantAnswer = ({ disputeMessages }: Deps, tx: Tx, row: ContestRow, isReminder: boolean) =>
  disputeMessages.tell(tx, row, 'bookings', (side, reader, other) => {
    if (side === row.raisedBy) return undefined
    const of = readBy(row, side, reader, other)
    const what = contestRaisedText(of)
    const { timeZone, firstName } = reader
    const until = formatMoment(row.answerBy, timeZone)
    const deadline = silenceText(of, until)
    return {
      content: isReminder ? `${what} ${silenceText(of, formatShortMoment(row.answerBy, timeZone))}` : what,
      link: linkOf(side, row),
      mail: {
        kind: 'contest',
        content: (url) => answerWantedMail({ firstName, url, what, text: row.text, deadline, isReminder }),
      },
    }
  })

const withModerator = ({ disputeMessages }: Deps, tx: Tx, row: ContestRow) =>
  disputeMessages.tell(tx, row, 'bookings', (side, reader, other) => ({
    content: contestWithModeratorText(readBy(row, side, reader, other)),
    link: linkOf(side, row),
  }))

const settled = ({ disputeMessages }: Deps, tx: Tx, row: ContestRow, of: ContestSettled) =>
  disputeMessages.tell(tx, row, 'bookings', (side, reader, other) => {
    const { timeZone, firstName } = reader
    const result = contestResultText(of.result, readBy(row, side, reader, other))
    const isModerators = ['returned', 'corrected', 'refused'].includes(of.result)
    const dateOf = (iso: string) => formatDate(new Date(iso), timeZone)
    const call = side === 'mentee' && of.call ? callText(of.call, { dateOf, rupees: formatRupees }) : null
    return {
      content: call ? `${result} ${call}` : result,
      link: linkOf(side, row),
      isOwnAct: of.result === 'agreed' && side === otherSide(row.raisedBy),
      mail: {
        kind: isModerators ? 'dispute-decided' : 'contest-settled',
        isAlwaysSent: isModerators,
        content: (url) =>
          disputeSettledMail({
            firstName,
            url,
            subject: `Your contested session on ${formatDate(row.startsAt, timeZone)}`,
            result,
            reason: of.reason ?? null,
            call,
            label: 'See the session',
          }),
      },
    }
  })
