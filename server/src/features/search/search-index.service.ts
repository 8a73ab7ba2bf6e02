import type { Clock } from '../../platform/clock.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import type { Term } from './document.rules.ts'
import { type ChangeScope, type MentorChange, payloadOf } from './mentor-changes.rules.ts'
import * as queries from './search-index.queries.ts'
import { inParts, searchRowOf } from './search-row.rules.ts'

type Listener = { terms(added: readonly Term[]): void; changed(change: MentorChange): void }
type Deps = { db: Database; clock: Clock }
type Index = Deps & { listeners: Listener[] }

const pastTtlMs = 30 * 60_000
/** Beyond so many changes of the clock's, all that is cached goes at once. */
const announcedMax = 100
/** Few enough that nobody who books waits for long. */
const writtenAtOnce = 200

/** The rows by which mentors are found. */
export function createSearchIndex(deps: Deps) {
  const index: Index = { ...deps, listeners: [] }
  return {
    /** Runs at once for changes of this process; others hear of them by the channels. */
    onChange: (listener: Listener) => void index.listeners.push(listener),

    refresh: (tx: Tx, mentorId: string) => refresh(index, tx, mentorId),
    refreshNextAvailable: (tx: Db, mentorIds: readonly string[], least: LeastScope = 'card') =>
      refreshNextAvailable(index, tx, mentorIds, least),
    refreshAvailability: (which: { isForAll: boolean }) => refreshAvailability(index, which),
  }
}
export type SearchIndex = ReturnType<typeof createSearchIndex>

/** What is cached of them lives for half a minute at most, should a process not hear of it. */
function announce({ db, listeners }: Index, changes: readonly MentorChange[]) {
  for (const change of changes) db.announce(queries.searchChangedChannel, payloadOf(change))
  // This process need not wait for its own notification to come back.
  db.afterCommit(() => {
    for (const listener of listeners) for (const change of changes) listener.changed(change)
  })
}

/**
 * Rewrites the mentor's search row from the mentor as this transaction sees it; a mentor who is
 * not listed has none. Call it in the transaction of whatever changed the mentor.
 */
async function refresh(index: Index, tx: Tx, mentorId: string) {
  const { db, clock, listeners } = index
  announce(index, [{ mentorId, scope: 'lists' }])
  // Read before another one's commit and written after it, the row would say what is so no longer: of somebody who was
  // blocked meanwhile, say, or of a time that was booked.
  await advisoryLock(tx, `search row:${mentorId}`)
  await queries.lockSearchRows(tx, [mentorId])
  const mentor = await queries.findListedMentor(tx, mentorId)
  if (!mentor) {
    await queries.deleteSearchRow(tx, mentorId)
    return
  }
  const now = clock.now()
  const free = await queries.findFreeTimes(tx, mentorId, now)
  const { terms, ...row } = searchRowOf(mentor, free, now)
  await queries.putSearchRow(tx, mentorId, row)
  const added = await queries.addTerms(tx, terms)
  if (added.length === 0) return
  for (const part of inParts(added)) await queries.notifyTerms(tx, part)
  db.afterCommit(() => {
    for (const listener of listeners) listener.terms(added)
  })
}

/** How far the caller's own change is seen, where search has nothing to write for it. */
type LeastScope = Extract<ChangeScope, 'card' | 'times'>

/** Only the time of the next open slot: what booking and publishing change. */
async function refreshNextAvailable(index: Index, tx: Db, mentorIds: readonly string[], least: LeastScope) {
  const now = index.clock.now()
  // Two who book at once would each miss what the other takes: the second looks when the first has committed.
  await queries.lockSearchRows(tx, mentorIds)
  const changes = await queries.recomputeNextAvailableOf(tx, mentorIds, now)
  const scopeOf = new Map(changes.map(({ mentorId, scope }) => [mentorId, scope]))
  announce(
    index,
    mentorIds.map((mentorId) => ({ mentorId, scope: scopeOf.get(mentorId) ?? least })),
  )
}

/** Read anew once the rows are held: who was waited for may have booked what was to be written. */
const writeAvailability = ({ db }: Index, mentorIds: readonly string[], now: Date) =>
  db.transact(async (tx) => {
    await queries.lockSearchRows(tx, mentorIds)
    return queries.recomputeNextAvailableOf(tx, mentorIds, now)
  })

/**
 * Brings up to date what only the clock has changed: next slots that have begun, and for all mentors, once a
 * day, how soon theirs is. Forgets the past of rows that nobody walks any more. @returns how many changed
 */
async function refreshAvailability(index: Index, which: { isForAll: boolean }): Promise<number> {
  const { db, clock } = index
  const now = clock.now()
  await queries.deletePastRows(db.query, new Date(now.getTime() - pastTtlMs))
  const due = await queries.findDueAvailability(db.query, which, now)
  const changes: MentorChange[] = []
  for (let from = 0; from < due.length; from += writtenAtOnce)
    changes.push(...(await writeAvailability(index, due.slice(from, from + writtenAtOnce), now)))
  if (changes.length > announcedMax) db.announce(queries.searchChangedChannel, '')
  else announce(index, changes)
  return changes.length
}
