import { createHash } from 'node:crypto'
import type { App } from '../compose.ts'
import { notWaiting, waitingOf } from '../features/response-times/waiting.rules.ts'
import { after, daysMs, hoursMs, minutesMs } from '../platform/clock.ts'
import { defaultTimeZone } from '../platform/date-format.ts'
import type { Tx } from '../platform/db/database.ts'
import { demoExchanges, demoOpenQuestions } from './data/exchanges.ts'
import { demoMentorKey, demoMentors } from './data/mentors.ts'
import { demoReviews } from './data/reviews.ts'
import { type DemoPeople, daysAgo } from './demo-ids.ts'
import { wakingMoment } from './demo-times.ts'

type Pair = { menteeId: string; mentorId: string }
type Written = { sender: 'mentee' | 'mentor'; body: string; at: Date }

const exchangesEach = 4
/** What is older has left the figures. */
const reachDays = 88
/** How long mentors take, in minutes; which of them, by the mentor's name. */
const usualMinutes = [25, 45, 90, 160, 330, 700]
/** Since when the open questions have waited when the demo begins. */
const openSinceHours = [17.5, 3]

/** A question of a mentee that nobody has answered when the demo begins. */
export type WaitingQuestion = { menteeKey: string; conversationId: string; at: Date }

/**
 * What mentees and mentors wrote to each other between sessions, from which the figures of answers come.
 * @returns what waits for the demo mentor
 */
export async function loadDemoAnswers(app: App, tx: Tx, { mentorIds, menteeIds }: DemoPeople) {
  const now = app.clock.now()
  const waiting: WaitingQuestion[] = []
  const open = demoReviews
    .filter(({ mentorKey }) => mentorKey === demoMentorKey)
    .sort((one, other) => one.daysAgo - other.daysAgo)
    .slice(0, demoOpenQuestions.length)
  for (const [index, review] of demoReviews.entries()) {
    const { mentorKey, menteeKey } = review
    const pair = { menteeId: menteeIds.get(menteeKey)!, mentorId: mentorIds.get(mentorKey)! }
    const started = daysAgo(app, review.daysAgo + 12)
    const written = exchangesOf(app, mentorKey, started, index)
    const openIndex = open.indexOf(review)
    const at = wakingMoment(after(now, -hoursMs(openSinceHours[openIndex] ?? 0)), defaultTimeZone, now)
    if (openIndex >= 0) written.push({ sender: 'mentee', body: demoOpenQuestions[openIndex]!, at })
    if (written.length === 0) continue
    const conversationId = await insertConversation(app, tx, pair, written)
    if (openIndex >= 0) waiting.push({ menteeKey, conversationId, at })
  }
  return waiting
}

/** Every fourth day of the first weeks, while each of the two is awake. */
function exchangesOf(app: App, mentorKey: string, started: Date, seed: number): Written[] {
  const now = app.clock.now()
  const from = daysAgo(app, reachDays)
  const until = daysAgo(app, 1.5)
  const { timeZone } = demoMentors.find(({ key }) => key === mentorKey)!
  return Array.from({ length: exchangesEach }, (_, index): Written[] => {
    const { question, answer } = demoExchanges[(seed + 3 * index) % demoExchanges.length]!
    const thought = after(started, daysMs(2 + 4 * index) + minutesMs((seed * 37 + index * 190) % 700))
    const asked = wakingMoment(thought, defaultTimeZone, now)
    const answered = wakingMoment(after(asked, minutesMs(minutesOf(mentorKey, seed + index))), timeZone, now)
    if (asked < from || answered > until) return []
    return [
      { sender: 'mentee', body: question, at: asked },
      { sender: 'mentor', body: answer, at: answered },
    ]
  }).flat()
}

/** The slowest mentors are late now and then. */
function minutesOf(mentorKey: string, turn: number): number {
  const usual = usualMinutes[createHash('sha256').update(mentorKey).digest()[0]! % usualMinutes.length]!
  if (usual === usualMinutes.at(-1) && turn % 5 === 0) return 27 * 60
  return Math.round(usual * (0.5 + ((turn * 7) % 11) / 10))
}

/** A conversation with what was written, its clock and its answers, as if it had been written then. @returns its id */
export async function insertConversation(
  app: App,
  tx: Tx,
  pair: Pair,
  written: readonly Written[],
  { menteeHasRead = written.length }: { menteeHasRead?: number } = {},
): Promise<string> {
  const conversationId = app.newId()
  const { waitingSince, answers } = fold(written)
  const facts = { standstills: [], timeZone: defaultTimeZone }
  await tx
    .insertInto('conversation')
    .values({
      id: conversationId,
      ...pair,
      updatedAt: written.at(-1)!.at,
      ...(waitingSince ? waitingOf({ since: waitingSince, silentSince: waitingSince }, facts) : notWaiting),
    })
    .execute()
  await tx
    .insertInto('message')
    .values(
      written.map(({ sender, body, at }, index) => ({
        id: app.newId(),
        conversationId,
        seq: index + 1,
        senderId: sender === 'mentee' ? pair.menteeId : pair.mentorId,
        senderType: sender,
        body,
        createdAt: at,
      })),
    )
    .execute()
  await tx
    .updateTable('conversation')
    .set({
      lastSeq: written.length,
      menteeReadSeq: menteeHasRead,
      mentorReadSeq: waitingSince ? written.length - 1 : written.length,
    })
    .where('id', '=', conversationId)
    .execute()
  if (answers.length === 0) return conversationId
  await tx
    .insertInto('mentorResponse')
    .values(
      answers.map(({ since, at }) => ({
        id: app.newId(),
        conversationId,
        ...pair,
        since,
        dueAt: after(since, hoursMs(24)),
        endedAt: at,
        outcome: 'answered' as const,
        waitedMs: at.getTime() - since.getTime(),
      })),
    )
    .execute()
  return conversationId
}

/** Who waits at the end, and every question with the moment of its answer. */
function fold(written: readonly Written[]) {
  const answers: { since: Date; at: Date }[] = []
  let waitingSince: Date | undefined
  for (const { sender, at } of written) {
    if (sender === 'mentee') waitingSince ??= at
    else if (waitingSince) {
      answers.push({ since: waitingSince, at })
      waitingSince = undefined
    }
  }
  return { waitingSince, answers }
}
