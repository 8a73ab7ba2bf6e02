import type { AuditEntry } from '@marga/contract/moderation'
import type { MemberRole } from '@marga/contract/roles'
import { fullName, presentPerson } from '../accounts/accounts.presenter.ts'
import type { AuditEntryRow } from './audit.queries.ts'

export const presentAuditEntry = (row: AuditEntryRow): AuditEntry => ({
  _id: row.id,
  moderatorId: row.moderatorId,
  moderatorName:
    row.moderatorFirstName === null
      ? null
      : fullName({ firstName: row.moderatorFirstName, lastName: row.moderatorLastName ?? '' }),
  action: row.action,
  subjectId: row.subjectId,
  about:
    row.aboutId === null
      ? null
      : {
          ...presentPerson({
            id: row.aboutId,
            firstName: row.firstName!,
            lastName: row.lastName!,
            profileImageUrl: row.profileImageUrl,
          }),
          role: row.aboutRole as MemberRole,
        },
  ticketId: row.ticketId,
  note: row.note,
  createdAt: row.createdAt.toISOString(),
})
