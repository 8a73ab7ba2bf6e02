import { limits } from '@marga/contract/limits'
import { after, type Clock, daysMs, type NewId } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Realtime } from '../../platform/realtime.ts'
import { nobodyAwaited, presentWaiting } from './awaiting.presenter.ts'
import * as queries from './response-clock.queries.ts'
import {
  type ClockedConversation,
  type ClockFacts,
  type EndedWaiting,
  endOf,
  notWaiting,
  questionOf,
  standstillAt,
  type WaitingColumns,
  waitingOf,
} from './waiting.rules.ts'

type Deps = { db: Database; clock: Clock; newId: NewId; realtime: Realtime }
type Pair = { menteeId: string; mentorId: string }
type Owner = { id: string }
type Ended = Pick<EndedWaiting, 'outcome' | 'endedAt'>

/** The clock of each conversation: from a mentee's question to its mentor's answer. */
export function createResponseClocks(deps: Deps) {
  return {
    /** What the clocks of conversations are reckoned with, in which messages are about to be written. */
    factsOf: (tx: Db, conversationIds: readonly string[]) =>
      conversationIds.length === 0
        ? Promise.resolve(new Map<string, queries.FactsOfConversation>())
        : queries.findClockFacts(tx, conversationIds),
    record: (tx: Db, ended: readonly EndedWaiting[]) => record(deps, tx, ended),
    settle: (tx: Tx, mentor: Owner, conversationId: string) => settle(deps, tx, mentor, conversationId),
    restore: (tx: Tx, mentee: Owner, conversationId: string) => restore(deps, tx, mentee, conversationId),
    /** Ends the clock of a pair in which the mentor has been silent for seven days. @returns false in any other */
    endSilent: (tx: Tx, pair: Pair) => endSilent(deps, tx, pair),
    end: (tx: Tx, row: ClockedConversation, of: Ended, facts: ClockFacts) => end(deps, tx, row, of, facts),
    /** Sets the clock, and shows both who have the conversation open how it stands. */
    set: (tx: Tx, row: ClockedConversation, state: WaitingColumns, facts: ClockFacts) =>
      set(deps, tx, row, state, facts),
  }
}
export type ResponseClocks = ReturnType<typeof createResponseClocks>

async function record({ newId }: Deps, tx: Db, ended: readonly EndedWaiting[]) {
  if (ended.length === 0) return
  await queries.insertResponses(
    tx,
    ended.map((one) => ({ ...one, id: newId() })),
  )
}

async function end(deps: Deps, tx: Tx, row: ClockedConversation, of: Ended, facts: ClockFacts) {
  await record(deps, tx, [endOf(row, of, facts)])
  await set(deps, tx, row, notWaiting, facts)
}

async function set(
  { db, clock, realtime }: Deps,
  tx: Tx,
  { id: conversationId, mentorId, menteeId }: ClockedConversation,
  state: WaitingColumns,
  facts: ClockFacts,
) {
  await queries.writeClock(tx, conversationId, state)
  const now = clock.now()
  const awaiting = presentWaiting(state, standstillAt(now, facts), now) ?? nobodyAwaited
  db.afterCommit(() => realtime.emit([mentorId, menteeId], 'awaiting', { conversationId, awaiting }))
}

/** No answer is needed. Where nobody waits nothing changes. @throws AppError not_found */
async function settle(deps: Deps, tx: Tx, mentor: Owner, conversationId: string) {
  const row = await queries.lockClock(tx, conversationId)
  if (row?.mentorId !== mentor.id) throw new AppError('not_found')
  if (row.waitingSince === null) return
  const facts = await queries.findClockFactsOf(tx, row.id)
  await record(deps, tx, [endOf(row, { outcome: 'settled', endedAt: deps.clock.now() }, facts)])
  await queries.writeClock(tx, row.id, notWaiting)
}

/**
 * What ended the waiting was no answer: the question waits on, since it was asked. Its days of silence begin anew,
 * because the mentor has spoken.
 * @throws AppError not_found, already_asked
 */
async function restore({ clock }: Deps, tx: Tx, mentee: Owner, conversationId: string) {
  const row = await queries.lockClock(tx, conversationId)
  if (row?.menteeId !== mentee.id) throw new AppError('not_found')
  const now = clock.now()
  const weekAgo = after(now, -daysMs(limits.notAnsweredEveryDays))
  if (await queries.hasReopenedSince(tx, row.id, weekAgo)) throw new AppError('already_asked')
  const ended = await queries.findLastEnded(tx, row.id, weekAgo)
  const facts = await queries.findClockFactsOf(tx, row.id)
  if (!ended || !facts.isLive) {
    if (row.waitingSince) return
    throw new AppError('not_found', { message: 'There is no question here that an answer was given to.' })
  }
  await queries.markReopened(tx, ended.id, now)
  const said = await queries.findSaid(tx, row.id, ended.since)
  const question = { since: ended.since, silentSince: row.silentSince ?? now }
  await queries.writeClock(tx, row.id, waitingOf(question, facts, said))
}

/** Reckoned anew: a standstill that has just begun or ended may not have reached the row yet. */
async function endSilent(deps: Deps, tx: Tx, pair: Pair): Promise<boolean> {
  const row = await queries.lockClockOfPair(tx, pair)
  if (!row?.waitingSince) return false
  const now = deps.clock.now()
  const facts = await queries.findClockFactsOf(tx, row.id)
  const { refundableFrom } = waitingOf(questionOf(row), facts)
  if (!refundableFrom || refundableFrom > now) return false
  if (await queries.findAnswerAfter(tx, row.id, row.silentSince!)) return false
  await end(deps, tx, row, { outcome: 'over', endedAt: now }, facts)
  return true
}
