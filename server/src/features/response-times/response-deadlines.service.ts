import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import { sweepEach } from '../../platform/sweep-each.ts'
import * as clocks from './response-clock.queries.ts'
import type { ResponseClocks } from './response-clocks.service.ts'
import * as queries from './response-deadlines.queries.ts'
import type { ResponseFigures } from './response-figures.service.ts'
import type { ResponseNotifications } from './response-notifications.service.ts'
import { type AnswerStep, questionOf, type WaitingColumns, waitingOf } from './waiting.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  log: Log
  jobs: Jobs
  responseClocks: ResponseClocks
  responseFigures: ResponseFigures
  responseNotifications: ResponseNotifications
}
type Clocked = NonNullable<Awaited<ReturnType<typeof clocks.lockClock>>>

/** What falls due of questions that wait: the reminder, the word that an answer is late, the way out. */
export function createResponseDeadlines(deps: Deps) {
  return {
    nextDue: () => queries.findNextDue(deps.db.query, deps.clock.now()),
    /** Clocks of questions that wait follow what stands them still within a moment, not with the next minute. */
    requestStandstills: (tx: Tx) =>
      deps.jobs.add(tx, 'response-times:sweep', {}, { key: 'response-times:standstills' }),
    /** Of those that nothing is reckoned with any more. */
    forgetStandstills: () => queries.deleteSpentStandstills(deps.db.query),
    /** Safe to repeat and to run beside itself: the key of each notice decides. */
    sweep: () => sweep(deps),
  }
}
export type ResponseDeadlines = ReturnType<typeof createResponseDeadlines>

/** What fails in one part holds up no other: each conversation is reckoned anew before anything is said of it. */
function sweep(deps: Deps) {
  const late = new Set<string>()
  const parts = [
    () => applyStandstills(deps),
    () => advanceDue(deps, late),
    () => deps.responseFigures.countNew(late),
  ]
  return sweepEach(deps.log, parts, (part) => part())
}

/** @param late takes up the mentors of whom an answer is late now */
async function advanceDue(deps: Deps, late: Set<string>) {
  const { db, clock, log } = deps
  const now = clock.now()
  await sweepEach(log, await queries.findDue(db.query, now), async (id) => {
    const mentorId = await db.transact((tx) => advance(deps, tx, id, now))
    if (mentorId) late.add(mentorId)
  })
}

async function applyStandstills(deps: Deps) {
  const { db, log } = deps
  await sweepEach(log, await queries.findNewStandstills(db.query), async (standstill) => {
    for (const id of await queries.findWaitingOf(db.query, standstill))
      await db.transact((tx) => setAnew(deps, tx, id))
    await queries.markApplied(db.query, standstill)
  })
}

/** Reckons a clock anew, by what is known now; that of a subscription that is over ends. */
async function setAnew({ clock, responseClocks }: Deps, tx: Tx, conversationId: string) {
  const row = await clocks.lockClock(tx, conversationId)
  if (!row?.waitingSince) return
  const facts = await clocks.findClockFactsOf(tx, row.id)
  if (!facts.isLive) return responseClocks.end(tx, row, { outcome: 'over', endedAt: clock.now() }, facts)
  const said = await clocks.findSaid(tx, row.id, row.waitingSince)
  await responseClocks.set(tx, row, waitingOf(questionOf(row), facts, said), facts)
}

/** Says what is due of one conversation. @returns the mentor, when an answer is late now */
async function advance(
  { responseClocks, responseNotifications }: Deps,
  tx: Tx,
  conversationId: string,
  now: Date,
): Promise<string | undefined> {
  const row = await clocks.lockClock(tx, conversationId)
  // Another process was here first, or an answer.
  if (!row?.waitingSince || !row.answerStepAt || row.answerStepAt > now) return undefined
  const facts = await clocks.findClockFactsOf(tx, row.id)
  // A process of the release before writes messages and knows of no clock: before anybody is told that no answer came,
  // the messages are asked.
  const answeredAt = await clocks.findAnswerAfter(tx, row.id, row.silentSince!)
  if (answeredAt || !facts.isLive) {
    const ended = answeredAt
      ? ({ outcome: 'answered', endedAt: answeredAt } as const)
      : ({ outcome: 'over', endedAt: now } as const)
    await responseClocks.end(tx, row, ended, facts)
    return undefined
  }
  const said = await clocks.findSaid(tx, row.id, row.waitingSince)
  let state = waitingOf(questionOf(row), facts, said)
  let isLate = false
  while (state.answerStep && state.answerStepAt! <= now) {
    const kind = state.answerStep
    said.add(kind)
    if (!isPointless(kind, state, now) && (await isFirst(tx, row, kind, now))) {
      await responseNotifications.tell(tx, kind, { ...row, ...state })
      isLate ||= kind === 'late'
    }
    state = waitingOf(questionOf(row), facts, said)
  }
  if (isLate) await responseClocks.set(tx, row, state, facts)
  else await clocks.writeClock(tx, row.id, state)
  return isLate ? row.mentorId : undefined
}

/** A reminder that comes after its deadline: the word that it is late takes its place. */
const isPointless = (kind: AnswerStep, { answerDueAt }: WaitingColumns, now: Date) =>
  kind === 'nudge' && answerDueAt !== null && answerDueAt <= now

const isFirst = (tx: Tx, { id, mentorId, waitingSince }: Clocked, kind: AnswerStep, now: Date) =>
  queries.insertNotification(tx, { conversationId: id, since: waitingSince!, kind, mentorId, sentAt: now })
