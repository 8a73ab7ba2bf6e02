import type { CaseEvidence, ShortenedList } from '@marga/contract/case-evidence'
import { limits } from '@marga/contract/limits'
import type { TicketContext } from '@marga/contract/tickets'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { type NewestLists, newestLists } from '../../platform/db/newest-lists.ts'
import type { SessionRemedies } from '../disputes/session-remedies.service.ts'
import type { SetAsidePictures } from '../images/set-aside-pictures.service.ts'
import type { Applicants } from '../moderation/applicants.service.ts'
import type { RemovedContent } from '../moderation/removed-content.rules.ts'
import type { Sanctions } from '../moderation/sanctions.service.ts'
import type { Vetting } from '../moderation/vetting.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import type { DisputesOfTickets } from '../tickets/ticket-decisions.service.ts'
import type { AttendedSessions } from './attended-sessions.service.ts'
import * as queries from './case-evidence.queries.ts'
import { pairOf } from './case-outcomes.service.ts'
import { presentCase, presentEvents, stageOfCase } from './cases.presenter.ts'
import { type CaseRow, findEarlier, findEvents } from './cases.queries.ts'
import type { Cases } from './cases.service.ts'

type Deps = {
  db: Database
  setAsidePictures: SetAsidePictures
  applicants: Applicants
  audit: Audit
  cases: Cases
  attendedSessions: AttendedSessions
  sanctions: Sanctions
  vetting: Vetting
  disputeDecisions: DisputesOfTickets
  sessionRemedies: SessionRemedies
}
type Moderator = { id: string }
type Lists = NewestLists<ShortenedList>
const earlierMax = 20
/** Two years of calls: a decision can only name one of these. */
const sessionsMax = 100

/** The file of a case: its history, and what it is decided by. */
export function createCaseEvidence(deps: Deps) {
  return {
    /** Looking at messages is written to the log. @throws AppError not_found */
    get: (moderator: Moderator, id: string) => deps.db.transact((tx) => get(deps, tx, moderator, id)),
  }
}
export type CaseEvidences = ReturnType<typeof createCaseEvidence>

async function get(deps: Deps, tx: Tx, moderator: Moderator, id: string) {
  const { audit, cases } = deps
  const row = await cases.find(tx, id)
  const viewer = await cases.viewerOf(moderator)
  const lists = newestLists<ShortenedList>()
  const evidence = await gather(deps, tx, row, lists)
  if (evidence.messages.length > 0)
    await audit.writeLook(tx, { moderatorId: moderator.id, action: 'read_messages', subjectId: row.id })
  const earlier = await lists.take('earlier', earlierMax, (limit) => findEarlier(tx, row, limit))
  const events = await lists.take('events', limits.unpagedListMax, (limit) => findEvents(tx, id, limit))
  return {
    case: presentCase(row, viewer),
    events: presentEvents(row, events.reverse()),
    evidence: {
      ...evidence,
      earlier: earlier.map((one) => presentCase(one, viewer)),
      shortened: lists.shortened,
    },
  }
}

async function gather(
  deps: Deps,
  tx: Tx,
  row: CaseRow,
  lists: Lists,
): Promise<Omit<CaseEvidence, 'earlier' | 'shortened'>> {
  const context = row.context as TicketContext | null
  const pair = pairOf(row)
  const slotId = context?.kind === 'slot' ? context.id : undefined
  const sessions = pair
    ? await lists.take('sessions', sessionsMax, (limit) => deps.attendedSessions.ofPair(tx, pair, limit))
    : []
  return {
    statement: await statementOf(tx, row),
    context,
    messages: context?.kind === 'message' ? await messagesOf(tx, context.id, row) : [],
    session: (slotId && pair && (await deps.attendedSessions.find(tx, slotId, pair))) || null,
    sessions,
    review: context?.kind === 'review' ? await reviewOf(tx, context.id, row) : null,
    profile: await profileOf(deps, tx, row),
    dispute: row.ticketId ? await deps.disputeDecisions.find(tx, row.ticketId) : null,
    refundable: pair ? await deps.sessionRemedies.refundable(tx, pair) : 0,
    application: row.applicationId ? await applicationOf(deps, tx, row, lists) : null,
    sanctions: row.appealId ? await deps.sanctions.ofAppeal(tx, row.appealId) : [],
  }
}

async function statementOf(db: Db, row: CaseRow): Promise<CaseEvidence['statement']> {
  if (row.applicationId) return null
  const found = await queries.findStatement(db, row)
  if (!found) return null
  const by = row.kind === 'appeal' ? 'appellant' : row.raiserId ? 'raiser' : null
  return { text: found.text, by, at: found.at.toISOString() }
}

const messagesOf = async (db: Db, id: string, row: CaseRow): Promise<CaseEvidence['messages']> =>
  (await queries.findMessagesAround(db, id, row.subjectId)).map((message) => ({
    _id: message.id,
    senderId: message.senderId,
    text: message.text,
    createdAt: message.createdAt.toISOString(),
    isReported: message.id === id,
    isRemoved: message.isRemoved,
  }))

async function reviewOf(db: Db, id: string, row: CaseRow): Promise<CaseEvidence['review']> {
  const review = await queries.findReview(db, id)
  if (review) return { ...review, createdAt: review.createdAt.toISOString(), isRemoved: false }
  const removed = (await queries.findRemoved(db, row.id))?.content as RemovedContent | undefined
  if (removed?.kind !== 'review') return null
  const { rating, text, createdAt } = removed.row
  return { rating, text, createdAt, isRemoved: true }
}

/** As it was reported, also with a picture that was removed since: an appeal is decided by it. */
async function profileOf({ setAsidePictures }: Deps, db: Db, row: CaseRow): Promise<CaseEvidence['profile']> {
  const profile = row.profile as CaseEvidence['profile']
  if (!profile?.profileImageUrl) return profile
  return { ...profile, profileImageUrl: await setAsidePictures.presentAddress(db, profile.profileImageUrl) }
}

async function applicationOf(
  { applicants, vetting }: Deps,
  db: Db,
  row: CaseRow,
  { take }: Lists,
): Promise<CaseEvidence['application']> {
  const id = row.applicationId!
  const application = await applicants.find(db, id)
  if (!application) return null
  const exchange = await take('exchange', limits.applicantExchangeMax, (limit) =>
    vetting.exchange(db, id, limit),
  )
  return {
    ...application,
    stage: stageOfCase(row) ?? 'received',
    exchange: exchange.reverse(),
    checks: await vetting.checks(db, id),
  }
}
