import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Realtime } from '../../platform/realtime.ts'
import { nobodyAwaited, presentWaiting } from './awaiting.presenter.ts'
import * as clocks from './response-clock.queries.ts'
import * as queries from './response-deadlines.queries.ts'
import type { ResponseFigures } from './response-figures.service.ts'
import type { ResponseNotifications } from './response-notifications.service.ts'
import {
  type AnswerStep,
  endOf,
  notWaiting,
  standstillAt,
  type WaitingColumns,
  waitingOf,
} from './waiting.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  realtime: Realtime
  responseFigures: ResponseFigures
  responseNotifications: ResponseNotifications
}
type Clocked = NonNullable<Awaited<ReturnType<typeof clocks.lockClock>>>

const atOnce = 100

/** What falls due of questions that wait: the reminder, the word that an answer is late, the way out. */
export function createResponseDeadlines(deps: Deps) {
  return {
    nextDue: () => queries.findNextDue(deps.db.query, deps.clock.now()),
    /** Sets the clocks by what stands them still; at once where somebody looks at them next. */
    applyStandstills: () => applyStandstills(deps),
    /** Safe to repeat and to run beside itself: the key of each notice decides. */
    sweep: () => sweep(deps),
  }
}
export type ResponseDeadlines = ReturnType<typeof createResponseDeadlines>

async function sweep(deps: Deps) {
  const { db, clock, responseFigures } = deps
  await applyStandstills(deps)
  const now = clock.now()
  const late = new Set<string>()
  for (let due = await findDue(deps, now); due.length > 0; due = await findDue(deps, now)) {
    for (const id of due) {
      const mentorId = await db.transact((tx) => advance(deps, tx, id, now))
      if (mentorId) late.add(mentorId)
    }
  }
  await responseFigures.countNew(late)
}

const findDue = ({ db }: Deps, now: Date) => queries.findDue(db.query, now, atOnce)

async function applyStandstills(deps: Deps) {
  const { db } = deps
  for (;;) {
    const found = await queries.findNewStandstills(db.query, atOnce)
    if (found.length === 0) return
    for (const standstill of found) {
      for (const id of await queries.findWaitingOf(db.query, standstill))
        await db.transact((tx) => setAnew(deps, tx, id))
      await queries.markApplied(db.query, standstill)
    }
  }
}

/** Reckons a clock anew, by what is known now; that of a subscription that is over ends. */
async function setAnew(deps: Deps, tx: Tx, conversationId: string) {
  const row = await clocks.lockClock(tx, conversationId)
  if (!row?.waitingSince) return
  const facts = (await clocks.findClockFacts(tx, [row.id])).get(row.id)!
  if (!facts.isLive) return end(deps, tx, row, facts)
  const said = await clocks.findSaid(tx, row.id, row.waitingSince)
  const state = waitingOf(questionOf(row), facts, said)
  await clocks.writeClock(tx, row.id, state)
  announce(deps, row, state, facts)
}

const questionOf = ({ waitingSince, silentSince }: WaitingColumns) => ({
  since: waitingSince!,
  silentSince: silentSince!,
})

/** Nobody waits any more who has an answer, or no subscription. */
async function end(deps: Deps, tx: Tx, row: Clocked, facts: clocks.FactsOfConversation, answeredAt?: Date) {
  const { clock, newId } = deps
  const { id: conversationId, mentorId, menteeId } = row
  const ended = endOf(row, answeredAt ?? clock.now(), facts)
  const outcome = answeredAt ? 'answered' : 'over'
  await clocks.insertResponses(tx, [{ id: newId(), conversationId, mentorId, menteeId, outcome, ...ended }])
  await clocks.writeClock(tx, conversationId, notWaiting)
  announce(deps, row, notWaiting, facts)
}

/** Says what is due of one conversation. @returns the mentor, when an answer is late now */
async function advance(deps: Deps, tx: Tx, conversationId: string, now: Date): Promise<string | undefined> {
  const row = await clocks.lockClock(tx, conversationId)
  // Another process was here first, or an answer.
  if (!row?.waitingSince || !row.answerStepAt || row.answerStepAt > now) return undefined
  const facts = (await clocks.findClockFacts(tx, [row.id])).get(row.id)!
  // A process of the release before writes messages and knows of no clock: before anybody is told that no answer came,
  // the messages are asked.
  const answeredAt = await clocks.findAnswerAfter(tx, row.id, row.silentSince!)
  if (answeredAt || !facts.isLive) {
    await end(deps, tx, row, facts, answeredAt)
    return undefined
  }
  const said = await clocks.findSaid(tx, row.id, row.waitingSince)
  let state = waitingOf(questionOf(row), facts, said)
  let isLate = false
  while (state.answerStep && state.answerStepAt! <= now) {
    const kind = state.answerStep
    said.add(kind)
    if (!isPointless(kind, state, now) && (await isFirst(tx, row, kind, now))) {
      await deps.responseNotifications.tell(tx, kind, { ...row, ...state })
      isLate ||= kind === 'late'
    }
    state = waitingOf(questionOf(row), facts, said)
  }
  await clocks.writeClock(tx, row.id, state)
  if (!isLate) return undefined
  announce(deps, row, state, facts)
  return row.mentorId
}

/** A reminder that comes after its deadline: the word that it is late takes its place. */
const isPointless = (kind: AnswerStep, { answerDueAt }: WaitingColumns, now: Date) =>
  kind === 'nudge' && answerDueAt !== null && answerDueAt <= now

const isFirst = (tx: Tx, { id, mentorId, waitingSince }: Clocked, kind: AnswerStep, now: Date) =>
  queries.insertNotification(tx, { conversationId: id, since: waitingSince!, kind, mentorId, sentAt: now })

/** What both have open shows how the clock stands now. */
function announce(
  { db, clock, realtime }: Deps,
  { id, mentorId, menteeId }: Clocked,
  state: WaitingColumns,
  facts: clocks.FactsOfConversation,
) {
  const now = clock.now()
  const awaiting = presentWaiting(state, standstillAt(now, facts), now) ?? nobodyAwaited
  db.afterCommit(() => realtime.emit([mentorId, menteeId], 'awaiting', { conversationId: id, awaiting }))
}
