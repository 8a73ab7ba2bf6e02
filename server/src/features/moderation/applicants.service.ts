import type { Clock } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { MentorPrices } from '../enrollments/mentor-prices.service.ts'
import type { Reapplications } from '../mentors/reapplications.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import { alreadyDecided } from '../moderators/decisions.rules.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import type { Moderators } from '../moderators/moderators.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import {
  acceptedOnProbationMail,
  applicationAcceptedMail,
  applicationRefusedMail,
} from './applicants.mails.ts'
import { presentMentorRequest } from './applicants.presenter.ts'
import * as queries from './applicants.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  cursors: Cursors
  audit: Audit
  moderators: Moderators
  mails: MailQueue
  mentorPrices: MentorPrices
  searchIndex: SearchIndex
  reapplications: Reapplications
  moderationNotifications: ModerationNotifications
  publicUrl: () => string
}
type Moderator = { id: string }
type WhichApplication = queries.WhichApplication
export type ApplicantDecision = WhichApplication & {
  outcome: 'accept' | 'accept_on_probation' | 'reject'
  reason: string | null
}

/** Who has applied as a mentor, and what moderators decide about it. */
export function createApplicants(deps: Deps) {
  const { db } = deps
  return {
    list: (input: PageInput) => list(deps, input),
    find: async (tx: Db, applicationId: string) => {
      const row = await queries.findApplicant(tx, applicationId)
      return row && presentMentorRequest(row)
    },
    accept: (moderator: Moderator, mentorId: string) =>
      db.transact((tx) => decide(deps, tx, moderator, { mentorId, outcome: 'accept', reason: null })),
    reject: (moderator: Moderator, mentorId: string, reason: string) =>
      db.transact((tx) => decide(deps, tx, moderator, { mentorId, outcome: 'reject', reason })),
    decide: (tx: Tx, moderator: Moderator, of: ApplicantDecision) => decide(deps, tx, moderator, of),
  }
}
export type Applicants = ReturnType<typeof createApplicants>

async function list({ db, cursors }: Deps, input: PageInput) {
  const { items, nextCursor } = await cursors.page(
    queries.applicants(db.query),
    {
      list: 'applicants',
      columns: ['application.submittedAt', 'application.id'],
      order: 'asc',
      markOf: (row) => [row.submittedAt, row.applicationId],
      dated: 'once',
    },
    input,
  )
  const mentorRequests = items.map(presentMentorRequest)
  return { mentorRequests, nextCursor, total: await queries.countApplicants(db.query) }
}

/**
 * Inside the transaction of whoever decides. An accepted mentor is listed, with a price at the payment provider.
 * @throws AppError not_found, email_unverified, already_decided, forbidden
 */
async function decide(deps: Deps, tx: Tx, moderator: Moderator, of: ApplicantDecision) {
  const { clock, audit, moderators, moderationNotifications } = deps
  const { outcome, reason, ...which } = of
  const decided = await queries.decideApplication(tx, which, {
    status: outcome === 'reject' ? 'rejected' : 'accepted',
    acceptedOnProbation: outcome === 'accept_on_probation',
    reason,
    decidedAt: clock.now(),
    decidedBy: moderator.id,
  })
  if (!decided) throw await refusal(deps, tx, which)
  const { id: applicationId, mentorId } = decided
  await moderators.refuseOwn(tx, moderator.id, [mentorId])
  await queries.setCaseOutcome(tx, applicationId, outcome)
  await queries.setMentorStatus(tx, mentorId, { outcome, decidedAt: clock.now() })
  await audit.write(tx, {
    moderatorId: moderator.id,
    action: outcome === 'reject' ? 'reject' : 'accept',
    subjectId: mentorId,
    // Without the reason, which stands in the application until the person is erased: the log forgets nothing.
    note: outcome === 'accept_on_probation' ? 'On probation.' : undefined,
  })
  await moderationNotifications.caseDecided(tx, 'application')
  if (outcome === 'reject') await refuse(deps, tx, mentorId, reason ?? '')
  else await welcome(deps, tx, mentorId, outcome === 'accept_on_probation')
  return { _id: applicationId, mentorId, status: decided.status }
}

async function welcome(deps: Deps, tx: Tx, mentorId: string, isOnProbation: boolean) {
  const { mails, mentorPrices, searchIndex, publicUrl } = deps
  const applicant = await queries.findApplicantAddress(tx, mentorId)
  await mentorPrices.ensure(tx, mentorId)
  await searchIndex.refresh(tx, mentorId)
  const signInUrl = `${publicUrl()}/auth/login?mentors`
  await mails.add(tx, {
    to: applicant,
    kind: 'application-accepted',
    content: isOnProbation
      ? acceptedOnProbationMail(applicant.firstName, signInUrl)
      : applicationAcceptedMail(applicant.firstName, signInUrl),
  })
}

async function refuse({ mails, reapplications }: Deps, tx: Tx, mentorId: string, reason: string) {
  const applicant = await queries.findApplicantAddress(tx, mentorId)
  const applyUrl = await reapplications.newLink(tx, mentorId)
  await mails.add(tx, {
    to: applicant,
    kind: 'application-refused',
    content: applicationRefusedMail(applicant.firstName, reason, applyUrl),
  })
}

/** Why nothing was decided or moved on. */
async function refusal({ audit }: Pick<Deps, 'audit'>, tx: Tx, which: WhichApplication) {
  const applied = await queries.findAnyApplication(tx, which)
  if (applied?.status === 'received') return new AppError('email_unverified')
  return applied
    ? alreadyDecided(await audit.lastOf(tx, applied.mentorId, ['accept', 'reject']))
    : new AppError('not_found')
}
