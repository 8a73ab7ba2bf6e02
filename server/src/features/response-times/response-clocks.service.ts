import { limits } from '@marga/contract/limits'
import { after, type Clock, daysMs, type NewId } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import * as queries from './response-clock.queries.ts'
import { type ClockFacts, endOf, notWaiting, type WaitingColumns, waitingOf } from './waiting.rules.ts'

type Deps = { db: Database; clock: Clock; newId: NewId }
type Pair = { menteeId: string; mentorId: string }
type Conversation = Pair & { id: string } & WaitingColumns
type Owner = { id: string }

/** The clock of each conversation: from a mentee's question to its mentor's answer. */
export function createResponseClocks(deps: Deps) {
  return {
    /** What the clocks of conversations are reckoned with, in which messages are about to be written. */
    factsOf: (tx: Db, conversationIds: readonly string[]) =>
      conversationIds.length === 0
        ? Promise.resolve(new Map<string, queries.FactsOfConversation>())
        : queries.findClockFacts(tx, conversationIds),
    started: (now: Date, facts: ClockFacts): WaitingColumns =>
      waitingOf({ since: now, silentSince: now }, facts),
    answered: (conversation: Conversation, now: Date, facts: Pick<ClockFacts, 'standstills'>) =>
      endedOf(deps, conversation, 'answered', now, facts),
    record: async (tx: Tx, ended: readonly queries.EndedWaiting[]) => {
      if (ended.length > 0) await queries.insertResponses(tx, ended)
    },
    settle: (tx: Tx, mentor: Owner, conversationId: string) => settle(deps, tx, mentor, conversationId),
    /** Ends the clock of a pair in which the mentor has been silent for seven days. @returns false in any other */
    endSilent: (tx: Tx, pair: Pair) => endSilent(deps, tx, pair),
    restore: (tx: Tx, mentee: Owner, conversationId: string) => restore(deps, tx, mentee, conversationId),
  }
}
export type ResponseClocks = ReturnType<typeof createResponseClocks>
export type EndedWaiting = queries.EndedWaiting

const endedOf = (
  { newId }: Deps,
  conversation: Conversation,
  outcome: queries.EndedWaiting['outcome'],
  now: Date,
  facts: Pick<ClockFacts, 'standstills'>,
): queries.EndedWaiting => ({
  id: newId(),
  conversationId: conversation.id,
  mentorId: conversation.mentorId,
  menteeId: conversation.menteeId,
  outcome,
  ...endOf(conversation, now, facts),
})

/** No answer is needed. Where nobody waits nothing changes. @throws AppError not_found */
async function settle(deps: Deps, tx: Tx, mentor: Owner, conversationId: string) {
  const row = await queries.lockClock(tx, conversationId)
  if (row?.mentorId !== mentor.id) throw new AppError('not_found')
  if (row.waitingSince === null) return
  const facts = (await queries.findClockFacts(tx, [row.id])).get(row.id)!
  await queries.insertResponses(tx, [endedOf(deps, row, 'settled', deps.clock.now(), facts)])
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
  const facts = (await queries.findClockFacts(tx, [row.id])).get(row.id)!
  if (!ended || !facts.isLive) {
    if (row.waitingSince) return
    throw new AppError('not_found', { message: 'There is no question here that an answer was given to.' })
  }
  await queries.markReopened(tx, ended.id, now)
  const said = await queries.findSaid(tx, row.id, ended.since)
  await queries.writeClock(
    tx,
    row.id,
    waitingOf({ since: ended.since, silentSince: row.silentSince ?? now }, facts, said),
  )
}

async function endSilent(deps: Deps, tx: Tx, pair: Pair): Promise<boolean> {
  const row = await queries.lockClockOfPair(tx, pair)
  const now = deps.clock.now()
  if (!row?.refundableFrom || row.refundableFrom > now) return false
  if (await queries.findAnswerAfter(tx, row.id, row.silentSince!)) return false
  const facts = (await queries.findClockFacts(tx, [row.id])).get(row.id)!
  await queries.insertResponses(tx, [endedOf(deps, row, 'over', now, facts)])
  await queries.writeClock(tx, row.id, notWaiting)
  return true
}
