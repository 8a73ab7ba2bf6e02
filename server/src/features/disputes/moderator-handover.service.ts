import { formatPlainDate } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { Tickets } from '../tickets/tickets.service.ts'
import type { ContestNotifications } from './contest-notifications.service.ts'
import * as contests from './contests.queries.ts'
import { otherSide } from './contests.rules.ts'
import type { RefundNotifications } from './refund-notifications.service.ts'
import * as requests from './refund-requests.queries.ts'

type Deps = {
  tickets: Tickets
  contestNotifications: ContestNotifications
  refundNotifications: RefundNotifications
}

/** What the two could not settle becomes a ticket, of which moderators hear as of every other. */
export function createModeratorHandover(deps: Deps) {
  return {
    contest: (tx: Tx, row: contests.ContestRow) => handOverContest(deps, tx, row),
    refundRequest: (tx: Tx, row: requests.RefundRequestRow) => handOverRequest(deps, tx, row),
  }
}
export type ModeratorHandover = ReturnType<typeof createModeratorHandover>

const menteeName = (row: contests.ContestRow | requests.RefundRequestRow) =>
  fullName({ firstName: row.menteeFirstName, lastName: row.menteeLastName })
const mentorName = (row: contests.ContestRow | requests.RefundRequestRow) =>
  fullName({ firstName: row.mentorFirstName, lastName: row.mentorLastName })

async function handOverContest({ tickets, contestNotifications }: Deps, tx: Tx, row: contests.ContestRow) {
  const ticketId = await tickets.open(tx, {
    raisedBy: row[`${row.raisedBy}Id`],
    accusedId: row[`${otherSide(row.raisedBy)}Id`],
    subject: `Contested session of ${formatPlainDate(row.startsAt, null)}`,
    content: row.text,
    context: { kind: 'slot', id: row.slotId },
    what: `${menteeName(row)} and ${mentorName(row)} do not agree about what was recorded of a session.`,
  })
  await contests.setContestTicket(tx, row.id, ticketId)
  await contestNotifications.withModerator(tx, row)
}

async function handOverRequest(
  { tickets, refundNotifications }: Deps,
  tx: Tx,
  row: requests.RefundRequestRow,
) {
  const ticketId = await tickets.open(tx, {
    raisedBy: row.menteeId,
    accusedId: row.mentorId,
    // Without the amount, which a month that is paid meanwhile adds to; the case shows today's.
    subject: 'Refund asked for',
    content: row.reason,
    context: null,
    what: `${menteeName(row)} asks for a refund, which ${mentorName(row)} has not agreed to.`,
  })
  await requests.setRequestTicket(tx, row.id, ticketId)
  await refundNotifications.withModerator(tx, row)
}
