import type { Sanction } from '@marga/contract/sanctions'
import { fullName, presentPerson } from '../accounts/accounts.presenter.ts'
import type { SanctionRow } from './sanctions.queries.ts'

const nameOf = (firstName: string | null, lastName: string | null) =>
  firstName === null ? null : fullName({ firstName, lastName: lastName ?? '' })

const isReplaced = ({ replacedBy, liftedBy }: SanctionRow) => replacedBy !== null && liftedBy === null

/** For moderators. */
export const presentSanction = (row: SanctionRow): Sanction => ({
  _id: row.id,
  kind: row.kind,
  person: {
    ...presentPerson({
      id: row.accountId,
      firstName: row.firstName,
      lastName: row.lastName,
      profileImageUrl: row.profileImageUrl,
    }),
    role: row.role as 'mentee' | 'mentor',
  },
  caseId: row.caseId,
  by: nameOf(row.moderatorFirstName, row.moderatorLastName),
  reason: row.reason,
  text: row.text,
  startedAt: row.startedAt.toISOString(),
  endsAt: row.endsAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
  liftedBy: nameOf(row.lifterFirstName, row.lifterLastName),
  liftText: row.liftText,
  // A warning is said, and is not in force afterwards; it counts while it is not taken back.
  isActive: row.endedAt === null && row.kind !== 'warn',
  isReplaced: isReplaced(row),
  canBeLifted: row.endedAt === null || isReplaced(row),
  appeal: row.filedAt && { caseId: row.appealId!, outcome: row.appealOutcome ?? 'open' },
})
