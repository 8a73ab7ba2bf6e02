import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared-statements.ts'
import { wasNotRefused } from '../enrollments/refusal-fragments.queries.ts'

export { isListed } from '../accounts/listing-fragments.queries.ts'

const reviews = (db: Db) =>
  db
    .selectFrom('review')
    .innerJoin('account', 'account.id', 'review.menteeId')
    .select([
      'review.id',
      'review.mentorId',
      'review.rating',
      'review.text',
      'review.reply',
      'review.createdAt',
      'account.firstName',
      'account.profileImageUrl',
    ])
export type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviews>['executeTakeFirstOrThrow']>>

export const reviewsOf = (db: Db, mentorId: string) => reviews(db).where('review.mentorId', '=', mentorId)

export const findReview = (db: Db, id: string) =>
  reviews(db).where('review.id', '=', id).executeTakeFirstOrThrow()

export const findReviewOfMentee = (db: Db, menteeId: string, mentorId: string) =>
  reviews(db)
    .where('review.menteeId', '=', menteeId)
    .where('review.mentorId', '=', mentorId)
    .executeTakeFirst()

/** How many reviews of the mentor gave each number of stars. */
export const countByStars = (db: Db, mentorId: string) =>
  prepared(
    db,
    db
      .selectFrom('review')
      .select(['rating', sql<number>`count(*)`.as('count')])
      .where('mentorId', '=', mentorId)
      .groupBy('rating'),
  )

type NewReview = {
  id: string
  mentorId: string
  menteeId: string
  rating: number
  text: string
  createdAt: Date
}

/** In place of what the mentee wrote of the mentor before. @returns the id of the one that stays */
export const putReview = (db: Db, { id, mentorId, menteeId, ...written }: NewReview) =>
  db
    .insertInto('review')
    .values({ id, mentorId, menteeId, ...written })
    .onConflict((conflict) =>
      conflict.columns(['mentorId', 'menteeId']).doUpdateSet({
        ...written,
        // The mentor's words were about other ones.
        reply: sql<string | null>`case when (review.rating, review.text)
          is not distinct from (excluded.rating, excluded.text) then review.reply end`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()

/** @returns undefined when there was none */
export const deleteReview = (db: Db, menteeId: string, mentorId: string) =>
  db
    .deleteFrom('review')
    .where('mentorId', '=', mentorId)
    .where('menteeId', '=', menteeId)
    .returning('id')
    .executeTakeFirst()

/** @returns the mentors of whom they were, in one order */
export async function deleteReviewsBy(db: Db, menteeId: string): Promise<string[]> {
  const gone = await db.deleteFrom('review').where('menteeId', '=', menteeId).returning('mentorId').execute()
  return gone.map(({ mentorId }) => mentorId).sort()
}

/** @returns undefined when it is not of this mentor */
export const setReply = (db: Db, reviewId: string, mentorId: string, text: string) =>
  db
    .updateTable('review')
    .set({ reply: text })
    .where('id', '=', reviewId)
    .where('mentorId', '=', mentorId)
    .returning(['id', 'menteeId'])
    .executeTakeFirst()

export const findFirstName = (db: Db, accountId: string) =>
  db.selectFrom('account').select('firstName').where('id', '=', accountId).executeTakeFirstOrThrow()

/** Whether the mentee has subscribed to the mentor once, or met them. */
export async function hasHadDealings(db: Db, menteeId: string, mentorId: string) {
  const paid = await db
    .selectFrom('enrollment')
    .select('id')
    .where('menteeId', '=', menteeId)
    .where('mentorId', '=', mentorId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessionCredit')
          .select('sessionCredit.id')
          .whereRef('sessionCredit.enrollmentId', '=', 'enrollment.id'),
      ),
    )
    .where(wasNotRefused)
    .limit(1)
    .executeTakeFirst()
  if (paid) return true
  const met = await db
    .selectFrom('slot')
    .select('id')
    .where('menteeId', '=', menteeId)
    .where('mentorId', '=', mentorId)
    .where('status', '=', 'completed')
    .limit(1)
    .executeTakeFirst()
  return met !== undefined
}
