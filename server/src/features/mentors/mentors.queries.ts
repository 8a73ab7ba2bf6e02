import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { preparedOne } from '../../platform/db/prepared-statements.ts'
import type { Account, Application, MentorProfile } from '../../platform/db/types.generated.ts'
import { suspendedUntil } from '../accounts/sanction-fragments.queries.ts'
import { mentorProfiles } from '../search/mentor-fragments.queries.ts'

export const findProfile = (db: Db, mentorId: string) =>
  mentorProfiles(db).where('account.id', '=', mentorId).executeTakeFirst()

/** Only while the mentor is listed: accepted and not blocked. */
export const findListedProfile = (db: Db, mentorId: string) =>
  preparedOne(
    db,
    mentorProfiles(db)
      .where('account.id', '=', mentorId)
      .where('mentorProfile.status', '=', 'accepted')
      .where('account.isBlocked', '=', false),
  )

export const findTimeZone = async (db: Db, mentorId: string) =>
  (await db.selectFrom('account').select('timeZone').where('id', '=', mentorId).executeTakeFirst())?.timeZone

/** Who a mentor is; who they were where moderators have not heard of a change, and what they changed into since. */
export const findIdentity = (db: Db, mentorId: string) =>
  db
    .selectFrom('mentorProfile')
    .innerJoin('account', 'account.id', 'mentorProfile.accountId')
    .select(['account.firstName', 'account.lastName', 'jobTitle', 'firmName', 'knownAs', 'changedTo'])
    .where('accountId', '=', mentorId)
    .executeTakeFirstOrThrow()

/** The skills, with the row locked: two additions at once must not lose one. */
export const lockSkills = async (db: Db, mentorId: string) =>
  (
    await db
      .selectFrom('mentorProfile')
      .select('expertise')
      .where('accountId', '=', mentorId)
      .forUpdate()
      .executeTakeFirstOrThrow()
  ).expertise

export const setSkills = (db: Db, mentorId: string, expertise: string[]) =>
  db.updateTable('mentorProfile').set({ expertise }).where('accountId', '=', mentorId).execute()

export const insertMentorAccount = (db: Db, account: Insertable<Account>) =>
  db.insertInto('account').values(account).execute()

export const updateMentorAccount = (db: Db, id: string, changes: Updateable<Account>) =>
  db.updateTable('account').set(changes).where('id', '=', id).execute()

export const insertProfile = (db: Db, profile: Insertable<MentorProfile>) =>
  db.insertInto('mentorProfile').values(profile).execute()

export const updateProfile = (db: Db, accountId: string, changes: Updateable<MentorProfile>) =>
  db.updateTable('mentorProfile').set(changes).where('accountId', '=', accountId).execute()

export const insertApplication = (db: Db, application: Insertable<Application>) =>
  db.insertInto('application').values(application).execute()

export const lastApplication = (db: Db, mentorId: string) =>
  db
    .selectFrom('application')
    .selectAll()
    .where('mentorId', '=', mentorId)
    .orderBy('submittedAt', 'desc')
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findAccountForUpdate = (db: Db, email: string) =>
  db
    .selectFrom('account')
    .innerJoin('mentorProfile', 'mentorProfile.accountId', 'account.id')
    .select([
      'account.id',
      'account.email',
      'account.firstName',
      'account.isEmailVerified',
      'account.isBlocked',
      'mentorProfile.status',
      suspendedUntil('account.id').as('suspendedUntil'),
    ])
    .where('account.role', '=', 'mentor')
    .where(sql`lower(account.email)`, '=', sql`lower(${email})`)
    .forUpdate()
    .executeTakeFirst()

/** Leaves a profile without a person in it, for what refers to it. */
export async function closeProfile(db: Db, mentorId: string) {
  await db
    .updateTable('mentorProfile')
    .set({
      status: 'closed',
      probationSince: null,
      jobTitle: '',
      firmName: '',
      shortBio: null,
      bio: '',
      location: null,
      educationalQualification: '',
      expertise: ['—'],
      languages: [],
      workingSince: null,
      website: null,
      twitterUrl: null,
      linkedInUrl: null,
      knownAs: null,
      changedTo: [],
    })
    .where('accountId', '=', mentorId)
    .execute()
  await db.updateTable('application').set({ reason: null }).where('mentorId', '=', mentorId).execute()
  for (const table of ['applicationMessage', 'applicationCheck'] as const)
    await db
      .deleteFrom(table)
      .where('applicationId', 'in', ({ selectFrom }) =>
        selectFrom('application').select('id').where('mentorId', '=', mentorId),
      )
      .execute()
}
