import type { MemberRole } from '@marga/contract/roles'
import type { App } from '../compose.ts'
import { putSavedReplies } from '../features/chat/saved-replies.queries.ts'
import type { Tx } from '../platform/db/database.ts'
import { demoSavedReplies } from './data/exchanges.ts'
import { newcomers } from './data/mentees-newcomers.ts'
import { demoMentorKey } from './data/mentors.ts'
import { demoReviews } from './data/reviews.ts'
import { demoTickets } from './data/tickets.ts'
import { enroll } from './demo-enrollments.ts'
import { type DemoPeople, daysAgo } from './demo-ids.ts'
import { demoModeratorEmail } from './demo-logins.ts'
import { loadDemoAnswers } from './load-demo-answers.ts'
import { loadDemoCommunity } from './load-demo-community.ts'
import { loadDemoMentee } from './load-demo-mentee.ts'
import { loadDemoNotifications } from './load-demo-notifications.ts'

/** The last authors of the demo mentor's reviews are subscribed still. */
const activeSubscribers = 5

/** What happened between the demo's people before somebody looks: reviews, conversations, sessions. */
export async function loadDemoStory(app: App, tx: Tx, people: DemoPeople) {
  await insertReviews(app, tx, people)
  await insertNewcomers(app, tx, people)
  const mentee = await loadDemoMentee(app, tx, people)
  const waiting = await loadDemoAnswers(app, tx, people)
  await loadDemoCommunity(app, tx, people)
  await putSavedReplies(tx, people.mentorIds.get(demoMentorKey)!, [...demoSavedReplies])
  await loadDemoNotifications(app, tx, people, { mentee, waiting })
  await insertTickets(app, tx, people)
}

async function insertReviews(app: App, tx: Tx, { mentorIds, menteeIds }: DemoPeople) {
  const ofDemoMentor = demoReviews
    .filter((review) => review.mentorKey === demoMentorKey)
    .sort((a, b) => a.daysAgo - b.daysAgo)
  const active = new Set(ofDemoMentor.slice(0, activeSubscribers))
  for (const review of demoReviews) {
    const pair = { mentorId: mentorIds.get(review.mentorKey)!, menteeId: menteeIds.get(review.menteeKey)! }
    await enroll(app, tx, {
      ...pair,
      startedAt: daysAgo(app, review.daysAgo + 12),
      isActive: active.has(review),
    })
  }
  await tx
    .insertInto('review')
    .values(
      demoReviews.map((review) => ({
        id: app.newId(),
        mentorId: mentorIds.get(review.mentorKey)!,
        menteeId: menteeIds.get(review.menteeKey)!,
        rating: review.rating,
        text: review.text,
        reply: review.reply?.text ?? null,
        createdAt: daysAgo(app, review.daysAgo),
      })),
    )
    .execute()
}

async function insertNewcomers(app: App, tx: Tx, { mentorIds, menteeIds }: DemoPeople) {
  for (const { key, subscribed } of newcomers) {
    if (!subscribed) continue
    const pair = { mentorId: mentorIds.get(subscribed.mentorKey)!, menteeId: menteeIds.get(key)! }
    await enroll(app, tx, { ...pair, startedAt: daysAgo(app, subscribed.daysAgo), isActive: true })
  }
}

/** Those that are closed were closed by the demo's moderator, a day later, and stand in the log. */
async function insertTickets(app: App, tx: Tx, { mentorIds, menteeIds }: DemoPeople) {
  const idOf = ({ role, key }: { role: MemberRole; key: string }) =>
    (role === 'mentor' ? mentorIds : menteeIds).get(key)!
  const { id: moderatorId } = await tx
    .selectFrom('account')
    .select('id')
    .where('email', '=', demoModeratorEmail)
    .executeTakeFirstOrThrow()
  for (const ticket of demoTickets) {
    const id = app.newId()
    const decision =
      ticket.status === 'open'
        ? null
        : { by: moderatorId, at: daysAgo(app, ticket.daysAgo - 1), note: ticket.decisionNote ?? null }
    await tx
      .insertInto('ticket')
      .values({
        id,
        raisedBy: idOf(ticket.raisedBy),
        accusedId: idOf(ticket.accused),
        subject: ticket.subject,
        content: ticket.content,
        status: ticket.status,
        decidedBy: decision?.by ?? null,
        decidedAt: decision?.at ?? null,
        note: decision?.note ?? null,
        createdAt: daysAgo(app, ticket.daysAgo),
      })
      .execute()
    if (!decision) continue
    await tx
      .insertInto('auditEntry')
      .values({
        id: app.newId(),
        moderatorId,
        action: ticket.status === 'actioned' ? 'action' : 'dismiss',
        subjectId: id,
        note: decision.note,
        createdAt: decision.at,
      })
      .execute()
  }
}
