import type { Contest, RefundRequest } from '@marga/contract/disputes'
import type { MemberRole } from '@marga/contract/roles'
import { presentPerson } from '../accounts/accounts.presenter.ts'
import { presentStays } from '../live/live.presenter.ts'
import type { ContestRow, StayRow } from './contests.queries.ts'
import { otherSide } from './contests.rules.ts'
import { readDecision } from './dispute-endings.rules.ts'
import type { RefundRequestRow } from './refund-requests.queries.ts'

type Pair = Pick<
  ContestRow,
  | 'menteeId'
  | 'menteeFirstName'
  | 'menteeLastName'
  | 'menteeImage'
  | 'mentorId'
  | 'mentorFirstName'
  | 'mentorLastName'
  | 'mentorImage'
>

/** One of the two people of a dispute. */
const personOf = (row: Pair, side: MemberRole) =>
  presentPerson({
    id: row[`${side}Id`],
    firstName: row[`${side}FirstName`],
    lastName: row[`${side}LastName`],
    profileImageUrl: row[`${side}Image`],
  })

/** @param reader whose other side is named; for a moderator, that of who contested */
export const presentContest = (
  row: ContestRow,
  attendances: readonly StayRow[],
  reader: MemberRole,
): Contest => ({
  _id: row.id,
  slotId: row.slotId,
  by: row.raisedBy,
  text: row.text,
  status: row.status,
  answerBy: row.answerBy.toISOString(),
  answer: row.answer,
  ...readDecision(row.decision),
  createdAt: row.createdAt.toISOString(),
  start: row.startsAt.toISOString(),
  outcome: row.outcome,
  other: personOf(row, otherSide(reader)),
  attendance: presentStays(attendances, row.slotId),
})

export const presentRefundRequest = (row: RefundRequestRow, reader: MemberRole): RefundRequest => ({
  _id: row.id,
  enrollmentId: row.enrollmentId,
  amount: row.amount,
  withdrawnAmount: row.withdrawnAmount,
  reason: row.reason,
  status: row.status,
  answerBy: row.answerBy.toISOString(),
  answer: row.answer,
  ...readDecision(row.decision),
  createdAt: row.createdAt.toISOString(),
  other: personOf(row, otherSide(reader)),
})
