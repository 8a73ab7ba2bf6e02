import type { FailedRefund } from '@marga/contract/failed-refunds'
import { presentPerson } from '../accounts/accounts.presenter.ts'
import type { FailedRefundRow } from './failed-refunds.queries.ts'

export const presentFailedRefund = (row: FailedRefundRow): FailedRefund => ({
  _id: row.id,
  paymentId: row.providerChargeId,
  amount: row.amount,
  reason: row.reason,
  noticedAt: row.noticedAt.toISOString(),
  menteeId: personOf(row.menteeId, row.menteeFirstName, row.menteeLastName, row.menteeImage),
  mentorId: personOf(row.mentorId, row.mentorFirstName, row.mentorLastName, row.mentorImage),
  settledAt: row.settledAt?.toISOString() ?? null,
})

const personOf = (
  id: string | null,
  firstName: string | null,
  lastName: string | null,
  profileImageUrl: string | null,
) =>
  id === null || firstName === null || lastName === null
    ? null
    : presentPerson({ id, firstName, lastName, profileImageUrl })
