import { sql } from 'kysely'
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

/**
 * Of a picture that moderators took from a profile: the decision may be appealed, and the picture put back. And of one
 * that was reported with a profile, whoever shows another one meanwhile: somebody is to look at it.
 */
const mayComeBack = (now: Date) => sql<boolean>`(exists (select from sanction
  where sanction.kind = 'remove_content' and sanction.ended_at is null
    and sanction.started_at > ${after(now, -daysMs(removedKeptDays))}
    and sanction.content ->> 'profileImageUrl' = ${uploadsPath}::text || picture.name || '.webp')
  or exists (select from moderation_case
    where moderation_case.status = 'open'
      and moderation_case.profile ->> 'profileImageUrl' = ${uploadsPath}::text || picture.name || '.webp'))`

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
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('account').select('id').where('profileImageUrl', '=', addressOf(name)))),
    )
    .where(sql<boolean>`not ${mayComeBack(now)}`)
    .returning('name')
    .executeTakeFirst()

export const deletePicture = (db: Db, name: string) =>
  db.deleteFrom('picture').where('name', '=', name).execute()

/** Whether it is the account's and there to be shown; it stays so until the end of the transaction. */
export const holdPicture = async (tx: Db, name: string, accountId: string): Promise<boolean> =>
  (await tx
    .selectFrom('picture')
    .select('name')
    .where('name', '=', name)
    .where('accountId', '=', accountId)
    .where('removedAt', 'is', null)
    .forShare()
    .executeTakeFirst()) !== undefined

const isShown = sql<boolean>`exists (select from account
  where profile_image_url = ${uploadsPath}::text || picture.name || '.webp')`

/** Of an account's own that no profile shows, those beyond the newest so many. */
export const findSurplusPictures = async (
  db: Db,
  of: { accountId: string; kept: number; now: Date; max: number },
): Promise<string[]> =>
  (
    await sql<{ name: string }>`
      select name from picture
      where account_id = ${of.accountId} and removed_at is null and not ${isShown} and not ${mayComeBack(of.now)}
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
      where created_at < ${before} and name > ${last}
        and not ${isShown} and not ${mayComeBack(now)}
      order by name limit ${max}`.execute(db)
  ).rows.map(({ name }) => name)
