import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { ModeratorInvitation } from '../../platform/db/types.generated.ts'

export const findActiveModerators = (db: Db) =>
  db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'moderator')
    .where('isBlocked', '=', false)
    .where('deletedAt', 'is', null)
    .execute()

/** Of an account that was ended the row stays. */
export const hasModeratorRow = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'moderator')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Others than this one who signed in, or were signed in, since then. */
export const findModeratorsSeenSince = (db: Db, since: Date, exceptId: string) =>
  db
    .selectFrom('account')
    .select('account.id')
    .where('role', '=', 'moderator')
    .where('isBlocked', '=', false)
    .where('deletedAt', 'is', null)
    .where('account.id', '!=', exceptId)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('loginSession')
            .select('loginSession.id')
            .whereRef('loginSession.accountId', '=', 'account.id')
            .where('loginSession.lastSeenAt', '>', since),
        ),
        exists(
          selectFrom('knownDevice')
            .select('knownDevice.device')
            .whereRef('knownDevice.accountId', '=', 'account.id')
            .where('knownDevice.lastSeenAt', '>', since),
        ),
      ]),
    )
    .execute()

/** Moderators with the address of one of these accounts. */
export const findOwners = (db: Db, accountIds: readonly string[]) =>
  db
    .selectFrom('account as own')
    .innerJoin('account as moderator', (join) =>
      join.on(sql`lower(moderator.email)`, '=', sql`lower(own.email)`).on('moderator.role', '=', 'moderator'),
    )
    .select('moderator.id')
    .where('own.id', 'in', accountIds)
    .execute()

/** Longest here first. */
export const findListedModerators = (db: Db) =>
  db
    .selectFrom('account')
    .leftJoin('totp', 'totp.accountId', 'account.id')
    .select(['account.id', 'firstName', 'lastName', 'email', 'account.createdAt', 'totp.confirmedAt'])
    .where('role', '=', 'moderator')
    .where('isBlocked', '=', false)
    .where('deletedAt', 'is', null)
    .orderBy('account.createdAt')
    .orderBy('account.id')
    .execute()
export type ListedModeratorRow = Awaited<ReturnType<typeof findListedModerators>>[number]

export const findModeratorByEmail = (db: Db, email: string) =>
  db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'moderator')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()

/** Those that can still be accepted, with who invited unless that account is gone. */
const invitations = (db: Db, now: Date) =>
  db
    .selectFrom('moderatorInvitation')
    .leftJoin('account as inviter', (join) =>
      join.onRef('inviter.id', '=', 'moderatorInvitation.invitedBy').on('inviter.deletedAt', 'is', null),
    )
    .select([
      'moderatorInvitation.id',
      'moderatorInvitation.email',
      'moderatorInvitation.createdAt',
      'moderatorInvitation.expiresAt',
      'inviter.firstName as inviterFirstName',
      'inviter.lastName as inviterLastName',
    ])
    .where('moderatorInvitation.expiresAt', '>', now)
export type InvitationRow = Awaited<ReturnType<ReturnType<typeof invitations>['executeTakeFirstOrThrow']>>

export const findOpenInvitations = (db: Db, now: Date) =>
  invitations(db, now)
    .orderBy('moderatorInvitation.createdAt', 'desc')
    .orderBy('moderatorInvitation.id')
    .execute()

export const findInvitation = (db: Db, of: { id: string } | { tokenHash: Buffer }, now: Date) =>
  invitations(db, now)
    .where((where) =>
      'id' in of
        ? where('moderatorInvitation.id', '=', of.id)
        : where('moderatorInvitation.tokenHash', '=', of.tokenHash),
    )
    .executeTakeFirst()

/** One an address: the link of an earlier one works no more. */
export const putInvitation = (db: Db, invitation: Insertable<ModeratorInvitation>) =>
  db
    .insertInto('moderatorInvitation')
    .values(invitation)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doUpdateSet(invitation))
    .execute()

export const deleteInvitation = (db: Db, id: string) =>
  db.deleteFrom('moderatorInvitation').where('id', '=', id).returning('id').executeTakeFirst()

export const deleteInvitationsBy = (db: Db, moderatorId: string) =>
  db.deleteFrom('moderatorInvitation').where('invitedBy', '=', moderatorId).execute()

/** Of two who use it at once one wins. */
export const spendInvitation = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .deleteFrom('moderatorInvitation')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .returning(['id', 'email'])
    .executeTakeFirst()

export const deleteExpiredInvitations = (db: Db, now: Date) =>
  db.deleteFrom('moderatorInvitation').where('expiresAt', '<=', now).execute()

/** What somebody was at is open to the others. */
export const releaseClaims = (db: Db, moderatorId: string) =>
  db
    .updateTable('moderationCase')
    .set({ claimedBy: null, claimedUntil: null })
    .where('claimedBy', '=', moderatorId)
    .where('status', '=', 'open')
    .execute()
