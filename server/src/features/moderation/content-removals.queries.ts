import { removedMessageText } from '@marga/contract/case-states'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { uploadsPath } from '../images/image-names.rules.ts'
import type { RemovedContent } from './removed-content.rules.ts'

/** Everything that shows the message shows that it was removed. @returns undefined when it is gone or not theirs */
export async function takeMessage(db: Db, id: string, senderId: string): Promise<RemovedContent | undefined> {
  const { rows } = await sql<{ text: string; masked: boolean }>`
    update message set body = ${removedMessageText}, masked = false
      from (select id, body as text, masked from message where id = ${id} for update) as before
      where message.id = before.id and sender_id = ${senderId} and body <> ${removedMessageText}
      returning before.text, before.masked`.execute(db)
  return rows[0] && { kind: 'message', id, ...rows[0] }
}

export const restoreMessage = (db: Db, { id, text, masked }: Removed<'message'>) =>
  db
    .updateTable('message')
    .set({ body: text, masked })
    .where('id', '=', id)
    .where('body', '=', removedMessageText)
    .execute()

export const findMessageAsShown = (db: Db, id: string) =>
  db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversationId')
    .select(['message.conversationId', 'message.body', 'message.masked'])
    .select(['conversation.menteeId', 'conversation.mentorId'])
    .where('message.id', '=', id)
    .executeTakeFirst()

type Removed<K> = Extract<RemovedContent, { kind: K }>

export async function takeReview(
  db: Db,
  id: string,
  menteeId: string,
): Promise<Removed<'review'> | undefined> {
  const row = await db
    .deleteFrom('review')
    .where('id', '=', id)
    .where('menteeId', '=', menteeId)
    .returning(['mentorId', 'menteeId', 'rating', 'text', 'reply', 'createdAt'])
    .executeTakeFirst()
  return row && { kind: 'review', id, row: { ...row, createdAt: row.createdAt.toISOString() } }
}

/** Where the mentee has written another one since, that one stays. */
export const restoreReview = (db: Db, { id, row }: { id: string; row: Removed<'review'>['row'] }) =>
  db
    .insertInto('review')
    .values({ id, ...row, createdAt: new Date(row.createdAt) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The words about oneself and the picture; what somebody works as stays. @returns undefined where there are none */
export async function takeProfile(db: Db, id: string): Promise<Removed<'profile'> | undefined> {
  // By itself: a statement that waits for the row would still see the other tables as they were before.
  await db.selectFrom('account').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const account = await db
    .selectFrom('account')
    .leftJoin('mentorProfile', 'mentorProfile.accountId', 'account.id')
    .select(['account.profileImageUrl', 'account.about', 'mentorProfile.bio', 'mentorProfile.shortBio'])
    .where('account.id', '=', id)
    .executeTakeFirst()
  if (!account || !Object.values(account).some(Boolean)) return undefined
  await db.updateTable('account').set({ profileImageUrl: null, about: null }).where('id', '=', id).execute()
  await db.updateTable('mentorProfile').set({ bio: '', shortBio: null }).where('accountId', '=', id).execute()
  return { kind: 'profile', id, ...account }
}

/** What the person has written anew since stays. */
export async function restoreProfile(db: Db, of: Removed<'profile'>) {
  const { id, bio, shortBio, profileImageUrl, about } = of
  await db
    .updateTable('account')
    .set({ profileImageUrl })
    .where('id', '=', id)
    // One that was uploaded is kept for the time of an appeal; later its file is gone, and no picture better than a broken one.
    .where(sql<boolean>`(${profileImageUrl}::text not like ${`${uploadsPath}%`} or exists (
      select from picture where removed_at is null and ${profileImageUrl}::text = ${uploadsPath}::text || name || '.webp'))`)
    .where('profileImageUrl', 'is', null)
    .where('deletedAt', 'is', null)
    .execute()
  if (about)
    await db
      .updateTable('account')
      .set({ about })
      .where('id', '=', id)
      .where(sql<boolean>`coalesce(about, '') = ''`)
      .where('deletedAt', 'is', null)
      .execute()
  if (bio === null) return
  await db
    .updateTable('mentorProfile')
    .set({ bio, shortBio })
    .where('accountId', '=', id)
    .where('bio', '=', '')
    .where('status', '!=', 'closed')
    .execute()
}
