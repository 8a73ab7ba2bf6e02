import type { App } from '../compose.ts'
import type { Tx } from '../platform/db/database.ts'
import {
  demoSubscriptions,
  introCall,
  introConversation,
  introMentorKey,
  nextSession,
  rehearsalBooked,
  rehearsalTopics,
  secondMentorKey,
} from './data/demo-mentee-story.ts'
import { demoMenteeKey } from './data/mentees.ts'
import { demoMentorKey } from './data/mentors.ts'
import type { DemoMessage, DemoSubscription } from './data/types.ts'
import type { BookedCall } from './demo-credits.ts'
import { enroll } from './demo-enrollments.ts'
import type { DemoPeople } from './demo-ids.ts'
import { findRehearsalStart, makeRoom } from './demo-rehearsal.ts'
import { bookOpenSlot, insertBookedSession, insertHeldSession, type Pair } from './demo-sessions.ts'
import { demoTime } from './demo-times.ts'
import { insertConversation } from './load-demo-answers.ts'

/** What later parts of the story tell of: the conversations by their mentor's key, and the session that is next. */
export type MenteeStory = { conversationIds: ReadonlyMap<string, string>; nextSessionAt: Date }

/** mentee@demo.test: two subscriptions with their sessions, an intro call, three conversations. */
export async function loadDemoMentee(app: App, tx: Tx, people: DemoPeople): Promise<MenteeStory> {
  const now = app.clock.now()
  const pairWith = (mentorKey: string) => ({
    menteeId: people.menteeIds.get(demoMenteeKey)!,
    mentorId: people.mentorIds.get(mentorKey)!,
  })
  const next = await bookOpenSlot(tx, {
    pair: pairWith(secondMentorKey),
    from: demoTime(now, { day: nextSession.fromDay, clock: '00:00' }),
    bookedAt: demoTime(now, nextSession.booked),
    topic: nextSession.topic,
  })
  const ahead = new Map<string, BookedCall[]>([
    [demoMentorKey, await bookRehearsal(app, tx, pairWith(demoMentorKey))],
    [secondMentorKey, [next]],
  ])
  const conversationIds = new Map<string, string>()
  for (const subscription of demoSubscriptions) {
    const { mentorKey } = subscription
    const pair = pairWith(mentorKey)
    const calls = [...(await insertSessions(app, tx, pair, subscription)), ...ahead.get(mentorKey)!]
    await enroll(app, tx, { ...pair, startedAt: demoTime(now, subscription.since), isActive: true, calls })
    conversationIds.set(mentorKey, await talk(app, tx, pair, subscription))
    await insertReview(app, tx, pair, subscription)
  }
  conversationIds.set(introMentorKey, await meetOnce(app, tx, pairWith(introMentorKey)))
  return { conversationIds, nextSessionAt: next.startsAt }
}

async function bookRehearsal(app: App, tx: Tx, pair: Pair): Promise<BookedCall[]> {
  const startsAt = await findRehearsalStart(app, tx, pair)
  if (!startsAt) return []
  await makeRoom(tx, pair, startsAt)
  const bookedAt = demoTime(app.clock.now(), rehearsalBooked)
  return [await insertBookedSession(app, tx, { pair, startsAt, bookedAt, topic: rehearsalTopics[0] })]
}

async function insertSessions(app: App, tx: Tx, pair: Pair, { sessions }: DemoSubscription) {
  const now = app.clock.now()
  const calls: BookedCall[] = []
  for (const { topic, booked, at, notes } of sessions)
    calls.push(
      await insertHeldSession(app, tx, {
        pair,
        type: 'session',
        startsAt: demoTime(now, at),
        bookedAt: demoTime(now, booked),
        topic,
        notes,
      }),
    )
  return calls
}

const writtenOf = (app: App, messages: readonly DemoMessage[]) =>
  messages.map(({ sender, text, at }) => ({ sender, body: text, at: demoTime(app.clock.now(), at) }))

const talk = (app: App, tx: Tx, pair: Pair, { conversation, unread }: DemoSubscription) =>
  insertConversation(app, tx, pair, writtenOf(app, conversation), {
    menteeHasRead: conversation.length - unread,
  })

async function insertReview(app: App, tx: Tx, pair: Pair, { review }: DemoSubscription) {
  if (!review) return
  const { at, ...written } = review
  await tx
    .insertInto('review')
    .values({ id: app.newId(), ...pair, ...written, createdAt: demoTime(app.clock.now(), at) })
    .execute()
}

/** Who does not subscribe afterwards can still write for a week. */
async function meetOnce(app: App, tx: Tx, pair: Pair): Promise<string> {
  const now = app.clock.now()
  await insertHeldSession(app, tx, {
    pair,
    type: 'intro',
    startsAt: demoTime(now, introCall.at),
    bookedAt: demoTime(now, introCall.booked),
    topic: introCall.topic,
  })
  return insertConversation(app, tx, pair, writtenOf(app, introConversation))
}
