type ApplicationRow<Status> = {
  status: Status
  submittedAt: Date
  decidedAt: Date | null
  reason: string | null
  isEmailVerified: boolean
}

/** As the applicant reads it. */
export const presentApplicationStatus = <Status>(row: ApplicationRow<Status>) => ({
  status: row.status,
  submittedAt: row.submittedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  reason: row.reason,
  isEmailVerified: row.isEmailVerified,
})
