import type { Review, ReviewSummary } from '@marga/contract/reviews'
import { sql } from 'kysely'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { meanRating } from '../search/mentor-card.presenter.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import { reviewMail, reviewWords } from './reviews.mails.ts'

type Deps = {
  db: Database
  /** For what anybody may see. */
  clock: Clock
  cursors: Cursors
  newId: NewId
  searchIndex: SearchIndex
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  publicUrl: () => string
}

/** Where mentors read and answer what was written of them. */
const ownReviews = '/mentors/profile#reviews'

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
type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviews>['executeTakeFirstOrThrow']>>

const presentReview = (row: ReviewRow): Review => ({
  _id: row.id,
  rating: row.rating,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  mentee: { firstName: row.firstName, profileImageUrl: row.profileImageUrl },
  reply: row.reply,
})

export function createReviews(deps: Deps) {
  const { db, clock, cursors, newId, searchIndex, mails, recipients, notifications, publicUrl } = deps

  /** The mentor hears of it once while it is unread, however often the mentee words it anew. */
  async function tellMentor(tx: Tx, mentorId: string, review: Review, isNew: boolean) {
    const of = { menteeFirstName: review.mentee.firstName, rating: review.rating, isNew }
    const content = reviewWords(of)
    await notifications.notify(tx, mentorId, {
      type: 'alert',
      content,
      link: ownReviews,
      together: { key: `review:${review._id}`, item: '', many: () => content },
    })
    const mentor = (await recipients.find(tx, [mentorId], 'reviews')).get(mentorId)
    if (!mentor?.isWanted || !isNew) return
    await mails.add(tx, {
      to: mentor,
      kind: 'review',
      unsubscribeUrl: mentor.unsubscribeUrl,
      content: reviewMail({
        ...of,
        firstName: mentor.firstName,
        text: review.text,
        reviewsUrl: `${publicUrl()}${ownReviews}`,
      }),
    })
  }

  async function tellMentee(tx: Tx, menteeId: string, mentorId: string, reviewId: string) {
    const { firstName } = await tx
      .selectFrom('account')
      .select('firstName')
      .where('id', '=', mentorId)
      .executeTakeFirstOrThrow()
    const content = `${firstName} replied to your review`
    await notifications.notify(tx, menteeId, {
      type: 'alert',
      content,
      link: `/mentees/browse/mentor/profile/${mentorId}`,
      together: { key: `reply:${reviewId}`, item: '', many: () => content },
    })
  }

  async function checkListed(mentorId: string) {
    const listed = await db.query
      .selectFrom('mentorSearch')
      .select('mentorId')
      .where('mentorId', '=', mentorId)
      .executeTakeFirst()
    if (!listed) throw new AppError('not_found')
  }

  async function summary(mentorId: string): Promise<ReviewSummary> {
    const rows = await db.query
      .selectFrom('review')
      .select(['rating', sql<number>`count(*)`.as('count')])
      .where('mentorId', '=', mentorId)
      .groupBy('rating')
      .execute()
    const byStars = [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.rating === stars)?.count ?? 0)
    const count = byStars.reduce((sum, n) => sum + n, 0)
    const sum = byStars.reduce((total, n, index) => total + n * (index + 1), 0)
    return { rating: meanRating(sum, count), count, byStars }
  }

  return {
    async list(mentorId: string, input: PageInput) {
      await checkListed(mentorId)
      const { items, nextCursor } = await cursors.page(
        reviews(db.query).where('review.mentorId', '=', mentorId),
        {
          list: 'reviews',
          columns: ['review.createdAt', 'review.id'],
          order: 'desc',
          markOf: (row) => [row.createdAt, row.id],
        },
        input,
      )
      return { reviews: items.map(presentReview), nextCursor, summary: await summary(mentorId) }
    },

    /** What a mentee wrote of a mentor, and whether they may write. */
    async ofMentee(menteeId: string, mentorId: string) {
      const own = await reviews(db.query)
        .where('review.menteeId', '=', menteeId)
        .where('review.mentorId', '=', mentorId)
        .executeTakeFirst()
      const canReview = await hasHadDealings(db.query, menteeId, mentorId)
      return { ownReview: own ? presentReview(own) : null, canReview }
    },

    /** Open to whoever had a paid period or a completed session. @throws AppError not_enrolled, not_found */
    async put(menteeId: string, mentorId: string, form: { rating: number; text: string }) {
      await checkListed(mentorId)
      return db.transact(async (tx) => {
        if (!(await hasHadDealings(tx, menteeId, mentorId))) throw new AppError('not_enrolled')
        const ownId = newId()
        const { id } = await tx
          .insertInto('review')
          .values({ id: ownId, mentorId, menteeId, ...form, createdAt: clock.now() })
          .onConflict((conflict) =>
            conflict.columns(['mentorId', 'menteeId']).doUpdateSet({ ...form, createdAt: clock.now() }),
          )
          .returning('id')
          .executeTakeFirstOrThrow()
        await searchIndex.refresh(tx, mentorId)
        const review = presentReview(await reviews(tx).where('review.id', '=', id).executeTakeFirstOrThrow())
        await tellMentor(tx, mentorId, review, id === ownId)
        return review
      })
    },

    /** @throws AppError not_found */
    async remove(menteeId: string, mentorId: string) {
      await db.transact(async (tx) => {
        const gone = await tx
          .deleteFrom('review')
          .where('mentorId', '=', mentorId)
          .where('menteeId', '=', menteeId)
          .returning('id')
          .executeTakeFirst()
        if (!gone) throw new AppError('not_found')
        await searchIndex.refresh(tx, mentorId)
      })
    },

    /** @throws AppError not_found */
    async reply(mentorId: string, reviewId: string, text: string) {
      return db.transact(async (tx) => {
        const changed = await tx
          .updateTable('review')
          .set({ reply: text })
          .where('id', '=', reviewId)
          .where('mentorId', '=', mentorId)
          .returning(['id', 'menteeId'])
          .executeTakeFirst()
        if (!changed) throw new AppError('not_found')
        await tellMentee(tx, changed.menteeId, mentorId, reviewId)
        // Says to every process that the public page is another one now.
        await searchIndex.refresh(tx, mentorId)
        return presentReview(await reviews(tx).where('review.id', '=', reviewId).executeTakeFirstOrThrow())
      })
    },
  }
}
export type Reviews = ReturnType<typeof createReviews>

async function hasHadDealings(tx: Db, menteeId: string, mentorId: string) {
  const paid = await tx
    .selectFrom('enrollment')
    .select('id')
    .where('menteeId', '=', menteeId)
    .where('mentorId', '=', mentorId)
    .limit(1)
    .executeTakeFirst()
  if (paid) return true
  const met = await tx
    .selectFrom('slot')
    .select('id')
    .where('menteeId', '=', menteeId)
    .where('mentorId', '=', mentorId)
    .where('status', '=', 'completed')
    .limit(1)
    .executeTakeFirst()
  return met !== undefined
}
