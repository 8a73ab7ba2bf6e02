import type { Member } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Tickets } from '../tickets/tickets.service.ts'
import type { ContestNotifications } from './contest-notifications.service.ts'
import type { ContestOutcomes } from './contest-outcomes.service.ts'
import * as contests from './contests.queries.ts'
import { endings } from './dispute-endings.rules.ts'
import type { RefundGrants } from './refund-grants.service.ts'
import * as requests from './refund-requests.queries.ts'
import { isUndecided } from './refund-requests.rules.ts'

type Deps = {
  clock: Clock
  enrollments: Enrollments
  tickets: Tickets
  contestOutcomes: ContestOutcomes
  contestNotifications: ContestNotifications
  refundGrants: RefundGrants
}

const { menteeLeft, mentorLeft } = endings

/**
 * What becomes of undecided disputes when one of the two deletes the account; their enrollments have ended before.
 *
 * A mentee who leaves gets nothing back, so nothing is left to decide. A mentor who leaves can answer no contest of a
 * mentee's: as silence would, leaving counts as agreed, or else it would be a way to keep the money of a session that
 * the mentor missed. What a moderator has before them goes on, since the mentor has answered it. Who contested and
 * leaves wants it no more.
 */
export function createDepartedPeople(deps: Deps) {
  return { erase: (tx: Tx, person: Member) => erase(deps, tx, person) }
}
export type DepartedPeople = ReturnType<typeof createDepartedPeople>

async function erase(deps: Deps, tx: Tx, person: Member) {
  const column = `${person.role}Id` as const
  for (const row of await contests.findUndecidedContestsOf(tx, column, person.id))
    await endContest(deps, tx, row, person)
  for (const row of await requests.findUndecidedRequestsOf(tx, column, person.id)) {
    if (person.role === 'mentee') await dropRequest(deps, tx, row)
    else await endRequest(deps, tx, { ...row, mentorDeletedAt: deps.clock.now() })
  }
}

async function endContest(deps: Deps, tx: Tx, row: contests.ContestRow, person: Member) {
  const { clock, enrollments, contestOutcomes, contestNotifications, tickets } = deps
  const now = clock.now()
  const remaining = { ...row, [`${person.role}DeletedAt`]: now }
  const from = row.status === 'with_moderator' ? 'with_moderator' : 'open'
  if (person.role === 'mentor' && row.raisedBy === 'mentee') {
    if (from === 'with_moderator') return
    const payer = await enrollments.lockPayer(tx, row.enrollmentId)
    const change = { from, to: 'agreed', decidedAt: now, decision: mentorLeft } as const
    if (!(await contests.changeContest(tx, row.id, change))) return
    const call = await contestOutcomes.uphold(tx, row, payer)
    return contestNotifications.settled(tx, remaining, { result: 'mentor_left', call })
  }
  const decision = person.role === 'mentee' ? menteeLeft : mentorLeft
  const change = { from, to: 'decided', decidedAt: now, decision } as const
  if (!(await contests.changeContest(tx, row.id, change))) return
  if (row.ticketId) await tickets.withdraw(tx, row.ticketId, decision)
  await contestNotifications.settled(tx, remaining, { result: 'withdrawn' })
}

/** What of the subscription is unused went back when it ended for this; of one that ran out before, it does now. */
async function endRequest(
  { enrollments, refundGrants, tickets }: Deps,
  tx: Tx,
  row: requests.RefundRequestRow,
) {
  const enrollment = await enrollments.lockPayer(tx, row.enrollmentId)
  if (!enrollment || !isUndecided(row) || (await requests.isRequestMoot(tx, row.id)))
    return refundGrants.closeMoot(tx, row)
  await refundGrants.grant(tx, row, enrollment, { from: row.status, result: 'over', reason: mentorLeft })
  if (row.ticketId) await tickets.withdraw(tx, row.ticketId, mentorLeft)
}

/** The mentor hears of the end of the subscription, which says enough. */
async function dropRequest({ clock, tickets }: Deps, tx: Tx, row: requests.RefundRequestRow) {
  if (!isUndecided(row)) return
  const change = { from: row.status, to: 'refused', decidedAt: clock.now(), decision: menteeLeft } as const
  await requests.changeRefundRequest(tx, row.id, change)
  if (row.ticketId) await tickets.withdraw(tx, row.ticketId, menteeLeft)
}
