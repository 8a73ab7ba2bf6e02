import { type RawBuilder, sql } from 'kysely'
import { after, daysMs } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { addressOf, uploadsPath } from './image-names.rules.ts'

export const findProfileImage = async (db: Db, accountId: string) =>
  (await db.selectFrom('account').select('profileImageUrl').where('id', '=', accountId).executeTakeFirst())
    ?.profileImageUrl

/** The same, held until the end of the transaction: who saves it as it is must not bring back what another tab takes away. */
export const holdProfileImage = async (tx: Db, accountId: string) =>
  (
    await tx
      .selectFrom('account')
      .select('profileImageUrl')
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirst()
  )?.profileImageUrl

export const insertPicture = (db: Db, picture: { name: string; accountId: string; createdAt: Date }) =>
  db.insertInto('picture').values(picture).execute()

/** Longer than an appeal may take to be written and decided. */
const removedKeptDays = 60

/** The address of its name. */
export const published = sql`${uploadsPath}::text || picture.name || '.webp'`

/** The addresses by which it was ever known: that of its name, and those from which it was moved here. */
const everPublished = sql`select ${uploadsPath}::text || known.name || '.webp' from picture as known
  where known.account_id = picture.account_id and picture.name in (known.name, known.moved_to)`

export const isShown = sql<boolean>`exists (select from account where profile_image_url = ${published})`

/** By a decision that is in force and may still be appealed. */
export const wasTakenFromProfile = (now: Date, addresses: RawBuilder<unknown>) => sql<boolean>`exists (
  select from sanction where sanction.account_id = picture.account_id
    and sanction.kind = 'remove_content' and sanction.ended_at is null
    and sanction.started_at > ${after(now, -daysMs(removedKeptDays))}
    and sanction.content ->> 'profileImageUrl' in (${addresses}))`

/**
 * Of a picture that moderators took from a profile: the decision may be appealed, and the picture put back. And of one
 * that was reported with a profile, whoever shows another one meanwhile: somebody is to look at it.
 */
const mayComeBack = (now: Date) => sql<boolean>`(${wasTakenFromProfile(now, everPublished)}
  or exists (select from moderation_case
    where moderation_case.subject_id = picture.account_id and moderation_case.status = 'open'
      and moderation_case.profile ->> 'profileImageUrl' in (${everPublished})))`

/**
 * Waits for whoever is taking it for a profile: what a statement waits for it has read before, so that the next one has
 * to ask whether the picture is shown.
 */
export const lockPicture = (tx: Tx, name: string) =>
  tx.selectFrom('picture').select('name').where('name', '=', name).forUpdate().execute()

/** Unless a profile shows it: nothing is changed then. */
export const markRemoved = (db: Db, name: string, now: Date) =>
  db
    .updateTable('picture')
    .set({ removedAt: now })
    .where('name', '=', name)
    // One that was set aside is moved, not removed.
    .where('movedTo', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('account').select('id').where('profileImageUrl', '=', addressOf(name)))),
    )
    .where(sql<boolean>`not ${mayComeBack(now)}`)
    .returning('name')
    .executeTakeFirst()

/** The other names by which it was known before moderators removed it. */
export const findEarlierNames = async (db: Db, name: string): Promise<string[]> =>
  (await db.selectFrom('picture').select('name').where(isEarlierNameOf(name)).execute()).map(
    (earlier) => earlier.name,
  )

const isEarlierNameOf = (name: string) => sql<boolean>`(moved_to = ${name}
  and account_id = (select owned.account_id from picture as owned where owned.name = ${name}))`

/** With its earlier names, which lead nowhere then. */
export const deletePicture = (db: Db, name: string) =>
  db
    .deleteFrom('picture')
    .where(({ or, eb }) => or([eb('name', '=', name), isEarlierNameOf(name)]))
    .execute()

/** What the account uploaded, but for what is known by another name now. */
export const findPicturesOf = async (db: Db, accountId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('picture')
      .select('name')
      .where('accountId', '=', accountId)
      .where('movedTo', 'is', null)
      .execute()
  ).map(({ name }) => name)

/** Whether it is the account's and there to be shown; it stays so until the end of the transaction. */
export const holdPicture = async (tx: Db, name: string, accountId: string): Promise<boolean> =>
  (await tx
    .selectFrom('picture')
    .select('name')
    .where('name', '=', name)
    .where('accountId', '=', accountId)
    .where('removedAt', 'is', null)
    .where('movedTo', 'is', null)
    .forShare()
    .executeTakeFirst()) !== undefined

/** Of an account's own that no profile shows, those beyond the newest so many. */
export const findSurplusPictures = async (
  db: Db,
  of: { accountId: string; kept: number; now: Date; max: number },
): Promise<string[]> =>
  (
    await sql<{ name: string }>`
      select name from picture
      where account_id = ${of.accountId} and removed_at is null and moved_to is null
        and not ${isShown} and not ${mayComeBack(of.now)}
      order by created_at desc, name desc offset ${of.kept} limit ${of.max}`.execute(db)
  ).rows.map(({ name }) => name)

/** The names of those uploaded before, which no profile shows: the first after a name, in the names' order. */
export const findUnusedPictures = async (
  db: Db,
  { before, now, last, max }: { before: Date; now: Date; last: string; max: number },
): Promise<string[]> =>
  (
    await sql<{ name: string }>`
      select name from picture
      where created_at < ${before} and name > ${last} and moved_to is null
        and not ${isShown} and not ${mayComeBack(now)}
      order by name limit ${max}`.execute(db)
  ).rows.map(({ name }) => name)
