import type { CaseKind, CaseStatus } from '@marga/contract/case-states'
import { caseKinds, claimMinutes } from '@marga/contract/case-states'
import { after, type Clock, minutesMs } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { AppError, noLongerOpen } from '../../platform/errors.ts'
import type { CaseEvents } from '../moderators/case-events.service.ts'
import { alreadyDecided } from '../moderators/decisions.rules.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import type { Moderators } from '../moderators/moderators.service.ts'
import { othersToDecide, type Viewer } from './case-deciders.rules.ts'
import { isWithdrawn, nameOf, presentCase } from './cases.presenter.ts'
import * as queries from './cases.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  cursors: Cursors
  caseEvents: CaseEvents
  moderators: Moderators
  moderationNotifications: ModerationNotifications
}
type Moderator = { id: string }
type Filter = PageInput & {
  kind?: CaseKind | undefined
  status: CaseStatus
  mine: boolean
  search?: string | undefined
}

/** The moderators' queue: what waits, who is at it, and what they note. */
export function createCases(deps: Deps) {
  return {
    list: (moderator: Moderator, filter: Filter) => list(deps, moderator, filter),
    /** @throws AppError not_found, forbidden, already_claimed, already_decided */
    claim: (moderator: Moderator, id: string) => claim(deps, moderator, id),
    /** @throws AppError not_found, already_claimed */
    release: (moderator: Moderator, id: string) => release(deps, moderator, id),
    /** @throws AppError not_found */
    note: (moderator: Moderator, id: string, text: string) => note(deps, moderator, id, text),
    /** @throws AppError not_found */
    find: (db: Db, id: string) => find(db, id),
    present: async (moderator: Moderator, row: queries.CaseRow) =>
      presentCase(row, await viewerOf(deps, moderator)),
    viewerOf: (moderator: Moderator) => viewerOf(deps, moderator),
  }
}
export type Cases = ReturnType<typeof createCases>

async function viewerOf({ db, clock, moderators }: Deps, { id }: Moderator): Promise<Viewer> {
  return { id, othersHere: await moderators.othersHere(db.query, id), now: clock.now() }
}

/** @throws AppError not_found */
async function find(db: Db, id: string) {
  const row = await queries.findCase(db, id)
  if (!row) throw new AppError('not_found')
  return row
}

async function list(deps: Deps, moderator: Moderator, { kind, status, mine, search, ...page }: Filter) {
  const { db, clock, cursors } = deps
  const now = clock.now()
  const claimedBy = mine ? moderator.id : undefined
  const { items, nextCursor } = await cursors.page(
    queries.casesOf(db.query, { kind, status, claimedBy, search, now }),
    {
      // Another order, other cursors.
      list: `cases:${status}`,
      columns: ['moderationCase.dueAt', 'moderationCase.id'],
      order: status === 'open' ? 'asc' : 'desc',
      markOf: (row) => [row.dueAt, row.id],
      dated: 'once',
    },
    page,
  )
  const open = await queries.countOpen(db.query, now)
  const counts = Object.fromEntries(
    caseKinds.map((one) => [one, open.find((counted) => counted.kind === one)?.total ?? 0]),
  ) as Record<CaseKind, number>
  const viewer = await viewerOf(deps, moderator)
  return {
    cases: items.map((row) => presentCase(row, viewer)),
    counts,
    overdue: open.reduce((sum, { overdue }) => sum + overdue, 0),
    nextCursor,
  }
}

const claim = (deps: Deps, moderator: Moderator, id: string) =>
  deps.db.transact(async (tx) => {
    const { clock } = deps
    const now = clock.now()
    await queries.lockCase(tx, id)
    const before = await find(tx, id)
    const refused = before.status === 'open' && othersToDecide(before, await viewerOf(deps, moderator))
    if (refused) throw refused
    const until = after(now, minutesMs(claimMinutes))
    if (!(await queries.claimCase(tx, id, { moderatorId: moderator.id, now, until })))
      throw await refusal(deps, tx, id)
    const isRenewed = before.claimedBy === moderator.id && before.claimedUntil! > now
    if (!isRenewed)
      await deps.caseEvents.write(tx, { caseId: id, moderatorId: moderator.id, what: 'claimed' })
    return announced(deps, tx, moderator, id)
  })

const release = (deps: Deps, moderator: Moderator, id: string) =>
  deps.db.transact(async (tx) => {
    const now = deps.clock.now()
    await queries.lockCase(tx, id)
    const before = await find(tx, id)
    if (!(await queries.releaseCase(tx, id, { moderatorId: moderator.id, now })))
      throw await refusal(deps, tx, id)
    if (before.claimedBy === moderator.id && before.status === 'open')
      await deps.caseEvents.write(tx, { caseId: id, moderatorId: moderator.id, what: 'released' })
    return announced(deps, tx, moderator, id)
  })

/** What the other moderators see at once. */
async function announced(deps: Deps, tx: Tx, moderator: Moderator, id: string) {
  const row = await find(tx, id)
  const presented = presentCase(row, await viewerOf(deps, moderator))
  const { claimedBy } = presented
  await deps.moderationNotifications.caseClaimed(tx, {
    kind: eventKindOf(row.kind),
    caseId: id,
    claimedBy: claimedBy && { name: claimedBy.name, until: claimedBy.until },
  })
  return presented
}

export const eventKindOf = (kind: string) =>
  kind === 'application' || kind === 'appeal' ? kind : ('ticket' as const)

/** Why it could not be claimed: it is decided, or another is at it. */
async function refusal(deps: Deps, tx: Tx, id: string) {
  const row = await find(tx, id)
  if (row.status === 'decided') return decidedBefore(row)
  const name = nameOf(row.claimerFirstName, row.claimerLastName) ?? 'A moderator'
  return new AppError('already_claimed', {
    message: `${name} is deciding this.`,
    details: { claimedBy: name, until: (row.claimedUntil ?? deps.clock.now()).toISOString() },
  })
}

/** Tells the one who came second who decided, and when. */
export const decidedBefore = (row: queries.CaseRow) =>
  isWithdrawn(row)
    ? noLongerOpen('case', row.decidedAt)
    : alreadyDecided({
        firstName: row.deciderFirstName,
        lastName: row.deciderLastName,
        createdAt: row.decidedAt!,
      })

const note = (deps: Deps, moderator: Moderator, id: string, text: string) =>
  deps.db.transact(async (tx) => {
    await find(tx, id)
    await deps.caseEvents.write(tx, { caseId: id, moderatorId: moderator.id, what: 'note', text })
    return announced(deps, tx, moderator, id)
  })
