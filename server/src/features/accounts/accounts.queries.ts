import { randomUUID } from 'node:crypto'
import type { Role } from '@marga/contract/roles'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Account, Identity } from '../../platform/db/types.generated.ts'

export const insertAccount = (db: Db, account: Insertable<Account>) =>
  db.insertInto('account').values(account).execute()

export const findByEmail = (db: Db, role: Role, email: string) =>
  db
    .selectFrom('account')
    .leftJoin('mentorProfile', 'mentorProfile.accountId', 'account.id')
    .leftJoin('totp', 'totp.accountId', 'account.id')
    .select([
      'account.id',
      'account.role',
      'account.email',
      'account.firstName',
      'account.lastName',
      'account.profileImageUrl',
      'account.passwordHash',
      'account.isBlocked',
      'account.isEmailVerified',
      'account.createdAt',
      'account.devicesTrustedSince',
      'mentorProfile.status as mentorStatus',
      'totp.confirmedAt as twoStepSince',
    ])
    .where('account.role', '=', role)
    .where(sql`lower(account.email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()

export const findByIdentity = (db: Db, issuer: string, subject: string) =>
  db
    .selectFrom('identity')
    .innerJoin('account', 'account.id', 'identity.accountId')
    .select(['account.id', 'account.firstName', 'account.lastName', 'account.isBlocked'])
    .where('identity.issuer', '=', issuer)
    .where('identity.subject', '=', subject)
    .where('account.deletedAt', 'is', null)
    .executeTakeFirst()

export const findById = (db: Db, id: string) =>
  db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * The address of the calendar feed ends with the password, and so do the marks of known devices: whoever knew the one
 * may have the other.
 * @returns undefined where the account was erased meanwhile
 */
export const setPassword = (db: Db, id: string, passwordHash: string, now: Date) =>
  db
    .updateTable('account')
    .set({
      passwordHash,
      calendarGeneration: sql`calendar_generation + 1`,
      devicesTrustedSince: now,
    })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()

export const personColumns = ['id', 'firstName', 'lastName', 'profileImageUrl'] as const

export const findPeople = (db: Db, ids: readonly string[]) =>
  db.selectFrom('account').select(personColumns).where('id', 'in', ids).execute()

export type ProfileChanges = Updateable<
  Pick<
    Account,
    'firstName' | 'lastName' | 'phone' | 'profileImageUrl' | 'about' | 'interests' | 'timeZone' | 'locale'
  >
>

export const updateProfile = (db: Db, id: string, changes: ProfileChanges) =>
  db.updateTable('account').set(changes).where('id', '=', id).execute()

/** Whether the account has another one of that issuer. */
export const hasOtherIdentity = async (
  db: Db,
  accountId: string,
  { issuer, subject }: { issuer: string; subject: string },
) => {
  const other = await db
    .selectFrom('identity')
    .select('subject')
    .where('accountId', '=', accountId)
    .where('issuer', '=', issuer)
    .where('subject', '!=', subject)
    .executeTakeFirst()
  return other !== undefined
}

/** @returns whether there was one */
export const deleteIdentities = async (db: Db, accountId: string) => {
  const { numDeletedRows } = await db
    .deleteFrom('identity')
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const insertIdentity = (db: Db, identity: Insertable<Identity>) =>
  db.insertInto('identity').values(identity).execute()

/** What of it is older than `accountId` is known by its address, where nobody else has that. */
export const deleteMailsTo = (db: Db, { id, email }: { id: string; email: string }) =>
  db
    .deleteFrom('mail')
    .where(({ or, and, eb, not, exists, selectFrom }) =>
      or([
        eb('accountId', '=', id),
        and([
          eb('recipient', '=', email),
          eb('accountId', 'is', null),
          eb('kind', '!=', 'contact-message'),
          not(
            exists(
              selectFrom('account')
                .select('account.id')
                .where('account.email', '=', email)
                .where('account.id', '!=', id),
            ),
          ),
        ]),
      ]),
    )
    .execute()

/**
 * Leaves a row without a person in it, for what refers to it. With an address that nobody can have registered before:
 * whoever did would keep the account from being deleted.
 */
export const anonymise = (db: Db, id: string, now: Date) =>
  db
    .updateTable('account')
    .set({
      email: `deleted-${randomUUID()}@deleted.invalid`,
      firstName: 'Deleted',
      lastName: 'user',
      phone: null,
      passwordHash: null,
      profileImageUrl: null,
      about: null,
      interests: [],
      timeZone: null,
      locale: null,
      isEmailVerified: false,
      lastSeenAt: null,
      consentVersion: null,
      consentedAt: null,
      deletedAt: now,
    })
    .where('id', '=', id)
    .execute()

/** Until when somebody is shut out, where that has an end. */
export const findSuspension = (db: Db, accountId: string) =>
  db
    .selectFrom('sanction')
    .innerJoin('account', 'account.id', 'sanction.accountId')
    .select(['sanction.endsAt', 'account.timeZone', 'account.isEmailVerified'])
    .where('accountId', '=', accountId)
    .where('kind', '=', 'suspend')
    .where('endedAt', 'is', null)
    .$narrowType<{ endsAt: Date }>()
    .executeTakeFirst()
