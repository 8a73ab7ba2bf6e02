import { presentPerson } from '../accounts/accounts.presenter.ts'
import type { EnrollmentOfRow } from './user-history.queries.ts'

export const presentEnrollmentOf = (row: EnrollmentOfRow) => ({
  _id: row.enrollmentId,
  with: presentPerson(row),
  status: row.status,
  startedAt: row.startedAt.toISOString(),
  amount: row.amount,
})
