import type { ListedModerator, ModeratorInvitation } from '@marga/contract/moderators'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { InvitationRow, ListedModeratorRow } from './moderators.queries.ts'

export const presentModerator = (row: ListedModeratorRow, ownId: string): ListedModerator => ({
  _id: row.id,
  name: fullName(row),
  email: row.email,
  isTwoFactorOn: row.confirmedAt !== null,
  createdAt: row.createdAt.toISOString(),
  isYou: row.id === ownId,
})

export const presentInvitation = (row: InvitationRow): ModeratorInvitation => ({
  _id: row.id,
  email: row.email,
  invitedBy: inviterOf(row),
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})

/** Null when that account is gone. */
export const inviterOf = ({ inviterFirstName, inviterLastName }: InvitationRow): string | null =>
  inviterFirstName === null
    ? null
    : fullName({ firstName: inviterFirstName, lastName: inviterLastName ?? '' })
