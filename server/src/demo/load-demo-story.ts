import type { MemberRole } from '@marga/contract/roles'
import { sql } from 'kysely'
import type { App } from '../compose.ts'
import { after, minutesMs } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import { oneMonthAfter, paymentIdOf } from '../platform/payments/sandbox-subscription.ts'
import { demoConversation } from './data/conversation.ts'
import { demoMenteeKey } from './data/mentees.ts'
import { demoMentorKey } from './data/mentors.ts'
import { demoReviews } from './data/reviews.ts'
import { demoTickets } from './data/tickets.ts'
import { type DemoIds, daysAgo } from './demo-ids.ts'
import { demoModeratorEmail } from './demo-logins.ts'
import { insertConversation, loadDemoAnswers } from './load-demo-answers.ts'

type People = { mentorIds: DemoIds; menteeIds: DemoIds }

const sessionTopic = 'Rehearse the invoice talk'
/** The last authors of the demo mentor's reviews are subscribed still. */
const activeSubscribers = 5

/** What happened between the demo's people before somebody looks: reviews, a conversation, a booking. */
export async function loadDemoStory(app: App, tx: Tx, people: People) {
  await insertReviews(app, tx, people)
  const pair = {
    menteeId: people.menteeIds.get(demoMenteeKey)!,
    mentorId: people.mentorIds.get(demoMentorKey)!,
  }
  await enroll(app, tx, { ...pair, startedAt: daysAgo(app, 10), isActive: true })
  await talk(app, tx, pair)
  await loadDemoAnswers(app, tx, people)
  await bookFirstSlot(app, tx, pair)
  await insertTickets(app, tx, people)
}

async function insertReviews(app: App, tx: Tx, { mentorIds, menteeIds }: People) {
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

type DemoEnrollment = { menteeId: string; mentorId: string; startedAt: Date; isActive: boolean }

/** An enrollment with its entry in the sandbox provider's books, as if it had been paid there. */
async function enroll(app: App, tx: Tx, of: DemoEnrollment) {
  const mentor = await tx
    .selectFrom('mentorProfile')
    .select(sql<number>`monthly_fee`.as('monthlyFee'))
    .where('accountId', '=', of.mentorId)
    .executeTakeFirstOrThrow()
  await app.mentorPrices.ensure(tx, of.mentorId)
  const priceId = await sandboxPriceOf(app, tx, of.mentorId, mentor.monthlyFee)
  const now = app.clock.now()
  const periods = [{ periodStart: of.startedAt, periodEnd: oneMonthAfter(of.startedAt) }]
  while (of.isActive && periods.at(-1)!.periodEnd <= now) {
    const periodStart = periods.at(-1)!.periodEnd
    periods.push({ periodStart, periodEnd: oneMonthAfter(periodStart) })
  }
  const { periodStart, periodEnd } = periods.at(-1)!
  const enrollmentId = app.newId()
  const subscriptionId = `sub_sandbox_${app.newId()}`
  const span = { startedAt: of.startedAt, periodStart, periodEnd }
  await tx
    .insertInto('sandboxSubscription')
    .values({ id: subscriptionId, priceId, status: of.isActive ? 'active' : 'canceled', ...span })
    .execute()
  await tx
    .insertInto('enrollment')
    .values({
      id: enrollmentId,
      menteeId: of.menteeId,
      mentorId: of.mentorId,
      status: of.isActive ? 'active' : 'ended',
      endedAt: of.isActive ? null : periodEnd,
      endReason: of.isActive ? null : 'canceled',
      checkAfter: periodEnd,
      provider: 'sandbox',
      providerSubscriptionId: subscriptionId,
      priceId,
      amount: mentor.monthlyFee,
      periodNo: periods.length,
      ...span,
    })
    .execute()
  // What was paid for each month: without it nothing could be refunded, and no receipt would be listed.
  await tx
    .insertInto('payment')
    .values(
      periods.map((period) => ({
        id: app.newId(),
        enrollmentId,
        menteeId: of.menteeId,
        mentorId: of.mentorId,
        amount: mentor.monthlyFee,
        status: 'paid' as const,
        providerChargeId: paymentIdOf(subscriptionId, period.periodStart),
        paidAt: period.periodStart,
        ...period,
      })),
    )
    .execute()
}

/** The mentor's own, or with a provider outside one that nobody is offered: nothing of the story was paid there. */
async function sandboxPriceOf(app: App, tx: Tx, mentorId: string, amount: number): Promise<string> {
  const known = await tx
    .selectFrom('sandboxPrice')
    .select('id')
    .where('mentorId', '=', mentorId)
    .executeTakeFirst()
  if (known) return known.id
  const id = `price_sandbox_${app.newId()}`
  await tx.insertInto('sandboxPrice').values({ id, mentorId, amount }).execute()
  return id
}

/** The last of it is unread by the mentee. */
async function talk(app: App, tx: Tx, pair: { menteeId: string; mentorId: string }) {
  const written = demoConversation.map(({ sender, text, minutesAgo }) => ({
    sender,
    body: text,
    at: after(app.clock.now(), -minutesMs(minutesAgo)),
  }))
  await insertConversation(app, tx, pair, written, { menteeHasRead: written.length - 1 })
}

async function bookFirstSlot(app: App, tx: Tx, pair: { menteeId: string; mentorId: string }) {
  const slot = await tx
    .selectFrom('slot')
    .select('id')
    .where('mentorId', '=', pair.mentorId)
    .where('type', '=', 'session')
    .where('status', '=', 'open')
    .where('startsAt', '>', daysAgo(app, -1))
    .orderBy('startsAt')
    .limit(1)
    .executeTakeFirstOrThrow()
  const paidBy = await tx
    .updateTable('enrollment')
    .set({ callsUsed: 1 })
    .where('menteeId', '=', pair.menteeId)
    .where('mentorId', '=', pair.mentorId)
    .returning(['id', 'periodNo'])
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('slot')
    .set({
      status: 'booked',
      menteeId: pair.menteeId,
      topic: sessionTopic,
      enrollmentId: paidBy.id,
      chargedPeriod: paidBy.periodNo,
      bookedAt: daysAgo(app, 2),
    })
    .where('id', '=', slot.id)
    .execute()
}

/** Those that are closed were closed by the demo's moderator, a day later, and stand in the log. */
async function insertTickets(app: App, tx: Tx, { mentorIds, menteeIds }: People) {
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
