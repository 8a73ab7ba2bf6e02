import type { DecisionReason, SanctionKind } from '@marga/contract/case-states'
import type { MemberRole } from '@marga/contract/roles'
import { after, type Clock, daysMs, type NewId } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { LayoutRequests } from '../availability/layout-requests.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import { alreadyDecided } from '../moderators/decisions.rules.ts'
import type { Moderators } from '../moderators/moderators.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import type { AppealLinks } from './appeal-links.service.ts'
import type { ContentRemovals } from './content-removals.service.ts'
import { findRaisers } from './raiser-names.queries.ts'
import { refuseNamesOfRaisers } from './raiser-names.service.ts'
import type { RemovedContent } from './removed-content.rules.ts'
import { latest, lift, liftReplacedBy } from './replaced-sanctions.service.ts'
import type { SanctionEffects } from './sanction-effects.service.ts'
import type { SanctionNotifications } from './sanction-notifications.service.ts'
import { presentSanction } from './sanctions.presenter.ts'
import * as queries from './sanctions.queries.ts'

export type SanctionsDeps = {
  db: Database
  clock: Clock
  newId: NewId
  audit: Audit
  moderators: Moderators
  searchIndex: SearchIndex
  layoutRequests: LayoutRequests
  appealLinks: AppealLinks
  contentRemovals: ContentRemovals
  sanctionEffects: SanctionEffects
  sanctionNotifications: SanctionNotifications
}
type Moderator = { id: string }
type Person = { role: MemberRole; accountId: string }
/** `days` of those that end by themselves, `content` of what was removed. */
export type Measure = { kind: SanctionKind; days?: number; content?: RemovedContent }
type Because = {
  caseId?: string | undefined
  reason?: DecisionReason | undefined
  /** To the person. */
  text?: string | undefined
  /** For the log. */
  note?: string | undefined
}

/**
 * What moderators do to people. The account's flags, which every surface asks, follow from the rows by a trigger;
 * what ends with a sanction (sessions, bookings) ends in the same transaction.
 */
export function createSanctions(deps: SanctionsDeps) {
  return {
    /** The measures of one decision against one person, who is told once. @returns those that were not in force before */
    impose: (tx: Tx, moderator: Moderator, person: Person, measures: readonly Measure[], of: Because) =>
      impose(deps, tx, moderator, person, measures, of),
    /** Lets somebody in again, whatever shut them out. */
    letIn: (tx: Tx, moderator: Moderator, person: Person, note?: string) =>
      letIn(deps, tx, moderator, person, note),
    /** @throws AppError not_found, already_decided, invalid_request */
    lift: (moderator: Moderator, id: string, text: string) =>
      deps.db.transact(async (tx) => presentSanction(await liftOne(deps, tx, moderator, id, text))),
    /** For moderators, newest first. */
    of: async (db: Db, accountId: string, limit: number) =>
      (await queries.findSanctionsOf(db, accountId, limit)).map(presentSanction),
    ofAppeal: async (db: Db, appealId: string) =>
      (await queries.findSanctionsOfAppeal(db, appealId)).map(presentSanction),
    /** @throws AppError invalid_request, naming `text` */
    refuseNamesOfRaisers,
    liftAll: (tx: Tx, moderator: Moderator, ids: readonly string[], text: string) =>
      liftAll(deps, tx, moderator, ids, text),
  }
}
export type Sanctions = ReturnType<typeof createSanctions>

/** In this order: what shuts out comes last, so that whatever is told before still reaches its sessions. */
const order: readonly SanctionKind[] = ['remove_content', 'warn', 'restrict', 'suspend', 'block']

async function impose(
  deps: SanctionsDeps,
  tx: Tx,
  moderator: Moderator,
  person: Person,
  measures: readonly Measure[],
  of: Because,
) {
  const { appealLinks, sanctionNotifications } = deps
  if (measures.length === 0 || !(await queries.lockPerson(tx, person))) return []
  const appeal = await appealLinks.create(tx, { accountId: person.accountId, decidedBy: moderator.id })
  const imposed: { kind: SanctionKind; endsAt: Date | null }[] = []
  for (const measure of order.flatMap((kind) => measures.filter((one) => one.kind === kind))) {
    const done = await imposeOne(deps, tx, moderator, person, measure, { ...of, appealId: appeal.id })
    if (done) imposed.push(done)
  }
  if (imposed.length > 0) {
    const { reason, text = '' } = of
    const told = { sanctions: imposed, reason: reason ?? null, text, appealUrl: appeal.url }
    await sanctionNotifications.imposed(tx, person, told)
  }
  return imposed
}

async function imposeOne(
  deps: SanctionsDeps,
  tx: Tx,
  moderator: Moderator,
  person: Person,
  { kind, days, content }: Measure,
  of: Because & { appealId: string },
) {
  const { clock, newId, audit, searchIndex, sanctionEffects } = deps
  const { accountId } = person
  const now = clock.now()
  const replaced = await findReplaced(tx, accountId, kind)
  if (!replaced) return undefined
  const id = newId()
  const ownEndsAt = days === undefined ? null : after(now, daysMs(days))
  const endsAt = ownEndsAt && latest([ownEndsAt, ...replaced.map((one) => one.endsAt!)])
  for (const one of replaced) await queries.endSanction(tx, one.id, { endedAt: now, replacedBy: id })
  await queries.insertSanction(tx, {
    id,
    accountId,
    kind,
    caseId: of.caseId ?? null,
    appealId: of.appealId,
    moderatorId: moderator.id,
    reason: of.reason ?? null,
    text: of.text ?? '',
    startedAt: now,
    endsAt,
    ownEndsAt,
    content: content ? JSON.stringify(content) : null,
  })
  if (kind === 'block') await sanctionEffects.shutOut(tx, person)
  if (kind === 'suspend') await sanctionEffects.suspend(tx, person, endsAt!)
  if (kind !== 'warn') await searchIndex.refresh(tx, accountId)
  await audit.write(tx, {
    moderatorId: moderator.id,
    action: kind,
    subjectId: accountId,
    note: of.note ?? of.text,
  })
  return { kind, endsAt }
}

/** Those whose place the new one takes. @returns undefined where a block is in force, to which nothing is added */
async function findReplaced(tx: Tx, accountId: string, kind: SanctionKind) {
  if (kind === 'warn' || kind === 'remove_content') return []
  const active = await queries.findActive(tx, accountId, ['restrict', 'suspend', 'block'])
  if (active.some((one) => one.kind === 'block')) return undefined
  return kind === 'block' ? active : active.filter((one) => one.kind === kind)
}

/** The note is for the log alone: the person reads what is written to them with a sanction. */
async function letIn(deps: SanctionsDeps, tx: Tx, moderator: Moderator, person: Person, note?: string) {
  const { clock, audit, searchIndex, layoutRequests, sanctionNotifications } = deps
  const end = { endedAt: clock.now(), liftedBy: moderator.id }
  const shutOut = await queries.findActive(tx, person.accountId, ['suspend', 'block'])
  for (const { id } of shutOut) await queries.endSanction(tx, id, end)
  await liftReplacedBy(
    tx,
    shutOut.map(({ id }) => id),
    moderator.id,
  )
  await searchIndex.refresh(tx, person.accountId)
  // Open times are back within seconds.
  await layoutRequests.request(tx, [person.accountId])
  await sanctionNotifications.lifted(tx, person, { kinds: shutOut.map(({ kind }) => kind), text: '' })
  await audit.write(tx, {
    moderatorId: moderator.id,
    action: 'unblock',
    subjectId: person.accountId,
    note,
  })
}

async function liftOne(deps: SanctionsDeps, tx: Tx, moderator: Moderator, id: string, text: string) {
  const found = await queries.findSanction(tx, id)
  if (!found) throw new AppError('not_found')
  const raisers = found.caseId ? await findRaisers(tx, found.caseId) : []
  await deps.moderators.refuseOwn(tx, moderator.id, [
    found.accountId,
    ...raisers.map(({ id: raiserId }) => raiserId),
  ])
  await refuseNamesOfRaisers(tx, { caseId: found.caseId, accusedId: found.accountId, text })
  if ((await liftAll(deps, tx, moderator, [id], text)).length === 0) {
    const row = (await queries.findSanction(tx, id))!
    throw alreadyDecided(
      row.endedAt
        ? { firstName: row.lifterFirstName, lastName: row.lifterLastName, createdAt: row.endedAt }
        : undefined,
    )
  }
  return (await queries.findSanction(tx, id))!
}

/**
 * Those that are in force, whose place another has taken, or a warning that counts; the person is told once. What they
 * had replaced is in force again. @returns which these were
 */
async function liftAll(
  deps: SanctionsDeps,
  tx: Tx,
  moderator: Moderator,
  ids: readonly string[],
  text: string,
) {
  const { clock, audit, contentRemovals, searchIndex, layoutRequests, sanctionNotifications } = deps
  const lifted: queries.SanctionRow[] = []
  for (const id of ids) {
    const { accountId, role } = (await queries.findSanction(tx, id))!
    await queries.lockPerson(tx, { accountId, role: role as MemberRole })
    // Read again under the lock: while it was waited for, another may have taken its place.
    const row = (await queries.findSanction(tx, id))!
    const by = { liftedBy: moderator.id, liftText: text }
    if (!(await lift(tx, row, by, clock.now()))) continue
    lifted.push(row)
    if (row.content) await contentRemovals.restore(tx, row.content as RemovedContent)
    else if (row.kind !== 'warn') {
      await searchIndex.refresh(tx, row.accountId)
      await layoutRequests.request(tx, [row.accountId])
    }
    await audit.write(tx, {
      moderatorId: moderator.id,
      action: 'lift',
      subjectId: row.accountId,
      note: text,
    })
  }
  const [first] = lifted
  if (first) {
    const person = { accountId: first.accountId, role: first.role as MemberRole }
    await sanctionNotifications.lifted(tx, person, { kinds: lifted.map(({ kind }) => kind), text })
  }
  return lifted.map(({ id }) => id)
}
