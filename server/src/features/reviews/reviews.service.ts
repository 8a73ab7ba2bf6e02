import type { Review } from '@marga/contract/reviews'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { formerListTimes } from '../../platform/db/former-list-times.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import { reviewMail, reviewWords } from './reviews.mails.ts'
import { presentReview, presentSummary } from './reviews.presenter.ts'
import * as queries from './reviews.queries.ts'

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
  blockedPeople: BlockedPeople
  publicUrl: () => string
}

/** Where mentors read and answer what was written of them. */
const ownReviews = '/mentors/profile#reviews'

export function createReviews(deps: Deps) {
  return {
    list: (mentorId: string, input: PageInput) => list(deps, mentorId, input),
    ofMentee: (menteeId: string, mentorId: string) => findOfMentee(deps, menteeId, mentorId),
    put: (menteeId: string, mentorId: string, form: { rating: number; text: string }) =>
      put(deps, menteeId, mentorId, form),
    remove: (menteeId: string, mentorId: string) => remove(deps, menteeId, mentorId),
    reply: (mentorId: string, reviewId: string, text: string) => reply(deps, mentorId, reviewId, text),
  }
}
export type Reviews = ReturnType<typeof createReviews>

/** @throws AppError not_found */
async function checkListed({ db }: Deps, mentorId: string) {
  if (!(await queries.isListed(db.query, mentorId))) throw new AppError('not_found')
}

async function list(deps: Deps, mentorId: string, input: PageInput) {
  const { db, cursors } = deps
  await checkListed(deps, mentorId)
  const { items, nextCursor } = await cursors.page(
    queries.reviewsOf(db.query, mentorId),
    {
      list: 'reviews',
      columns: ['review.createdAt', 'review.id'],
      order: 'desc',
      markOf: (row) => [row.createdAt, row.id],
      // Written again, it is dated anew.
      dated: formerListTimes('review.createdAt', 'review.id'),
    },
    input,
  )
  const summary = presentSummary(await queries.countByStars(db.query, mentorId))
  return { reviews: items.map(presentReview), nextCursor, summary }
}

/** What a mentee wrote of a mentor, and whether they may write. */
async function findOfMentee({ db }: Deps, menteeId: string, mentorId: string) {
  const own = await queries.findReviewOfMentee(db.query, menteeId, mentorId)
  const canReview = await queries.hasHadDealings(db.query, menteeId, mentorId)
  return { ownReview: own ? presentReview(own) : null, canReview }
}

/**
 * Open to whoever had a paid period or a completed session, a block or not: but where one of both has blocked the other,
 * what it says is public and is not sent. @throws AppError not_enrolled, not_found */
async function put(deps: Deps, menteeId: string, mentorId: string, form: { rating: number; text: string }) {
  const { db, clock, newId, searchIndex } = deps
  await checkListed(deps, mentorId)
  return db.transact(async (tx) => {
    if (!(await queries.hasHadDealings(tx, menteeId, mentorId))) throw new AppError('not_enrolled')
    const ownId = newId()
    const { id } = await queries.putReview(tx, {
      id: ownId,
      mentorId,
      menteeId,
      ...form,
      createdAt: clock.now(),
    })
    await searchIndex.refresh(tx, mentorId)
    const review = presentReview(await queries.findReview(tx, id))
    if (!(await deps.blockedPeople.isBlocked(tx, { menteeId, mentorId })))
      await tellMentor(deps, tx, mentorId, review, id === ownId)
    return review
  })
}

/** The mentor hears of it once while it is unread, however often the mentee words it anew. */
async function tellMentor(
  { mails, recipients, notifications, publicUrl }: Deps,
  tx: Tx,
  mentorId: string,
  review: Review,
  isNew: boolean,
) {
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

/** @throws AppError not_found */
async function remove({ db, searchIndex }: Deps, menteeId: string, mentorId: string) {
  await db.transact(async (tx) => {
    if (!(await queries.deleteReview(tx, menteeId, mentorId))) throw new AppError('not_found')
    await searchIndex.refresh(tx, mentorId)
  })
}

/** @throws AppError not_found */
async function reply(deps: Deps, mentorId: string, reviewId: string, text: string) {
  const { db, searchIndex } = deps
  return db.transact(async (tx) => {
    const changed = await queries.setReply(tx, reviewId, mentorId, text)
    if (!changed) throw new AppError('not_found')
    const { menteeId } = changed
    if (!(await deps.blockedPeople.isBlocked(tx, { menteeId, mentorId })))
      await tellMentee(deps, tx, menteeId, mentorId, reviewId)
    // Says to every process that the public page is another one now.
    await searchIndex.refresh(tx, mentorId)
    return presentReview(await queries.findReview(tx, reviewId))
  })
}

async function tellMentee(
  { notifications }: Deps,
  tx: Tx,
  menteeId: string,
  mentorId: string,
  reviewId: string,
) {
  const { firstName } = await queries.findFirstName(tx, mentorId)
  const content = `${firstName} replied to your review`
  await notifications.notify(tx, menteeId, {
    type: 'alert',
    content,
    link: `/mentees/browse/mentor/profile/${mentorId}`,
    together: { key: `reply:${reviewId}`, item: '', many: () => content },
  })
}
