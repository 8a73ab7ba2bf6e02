import { presentPerson } from '../accounts/accounts.presenter.ts'
import type { DossierEnrollmentRow } from './user-dossier.queries.ts'

export const presentDossierEnrollment = (row: DossierEnrollmentRow) => ({
  _id: row.enrollmentId,
  with: presentPerson(row),
  status: row.status,
  startedAt: row.startedAt.toISOString(),
  amount: row.amount,
})
