import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { MentorPrices } from '../enrollments/mentor-prices.service.ts'
import type { Reapplications } from '../mentors/reapplications.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import { alreadyDecided } from '../moderators/decisions.rules.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import { applicationAcceptedMail, applicationRefusedMail } from './applicants.mails.ts'
import { presentMentorRequest } from './applicants.presenter.ts'
import * as queries from './applicants.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  cursors: Cursors
  audit: Audit
  mails: MailQueue
  mentorPrices: MentorPrices
  searchIndex: SearchIndex
  reapplications: Reapplications
  moderationNotifications: ModerationNotifications
  publicUrl: () => string
}
type Moderator = { id: string }

/** Who has applied as a mentor, and what moderators decide about it. */
export function createApplicants(deps: Deps) {
  return {
    list: (input: PageInput) => list(deps, input),
    accept: (moderator: Moderator, mentorId: string) => accept(deps, moderator, mentorId),
    reject: (moderator: Moderator, mentorId: string, reason: string) =>
      reject(deps, moderator, mentorId, reason),
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
    },
    input,
  )
  const mentorRequests = items.map(presentMentorRequest)
  return { mentorRequests, nextCursor, total: await queries.countApplicants(db.query) }
}

/** Lists the mentor, with a price at the payment provider. @throws AppError not_found, email_unverified, already_decided */
const accept = (deps: Deps, moderator: Moderator, mentorId: string) =>
  deps.db.transact(async (tx) => {
    const { mails, mentorPrices, searchIndex, publicUrl } = deps
    const { applicant, answer } = await decide(deps, tx, moderator, mentorId, 'accepted', null)
    await mentorPrices.ensure(tx, mentorId)
    await searchIndex.refresh(tx, mentorId)
    await mails.add(tx, {
      to: applicant,
      kind: 'application-accepted',
      content: applicationAcceptedMail(applicant.firstName, `${publicUrl()}/auth/login?mentors`),
    })
    return answer
  })

/** @throws AppError not_found, already_decided */
const reject = (deps: Deps, moderator: Moderator, mentorId: string, reason: string) =>
  deps.db.transact(async (tx) => {
    const { mails, reapplications } = deps
    const { applicant, answer } = await decide(deps, tx, moderator, mentorId, 'rejected', reason)
    await mails.add(tx, {
      to: applicant,
      kind: 'application-refused',
      content: applicationRefusedMail(
        applicant.firstName,
        reason,
        await reapplications.newLink(tx, mentorId),
      ),
    })
    return answer
  })

async function decide(
  deps: Deps,
  tx: Tx,
  moderator: Moderator,
  mentorId: string,
  status: 'accepted' | 'rejected',
  reason: string | null,
) {
  const { clock, audit, moderationNotifications } = deps
  const decision = { mentorId, status, reason, decidedAt: clock.now(), decidedBy: moderator.id }
  const decided = await queries.decideApplication(tx, decision)
  if (!decided) throw await refusal(deps, tx, mentorId)
  await queries.setMentorStatus(tx, decision)
  await audit.write(tx, {
    moderatorId: moderator.id,
    action: status === 'accepted' ? 'accept' : 'reject',
    subjectId: mentorId,
    note: reason ?? undefined,
  })
  await moderationNotifications.caseDecided(tx, 'application')
  const applicant = await queries.findApplicantAddress(tx, mentorId)
  return { applicant, answer: { _id: decided.id, mentorId, status } }
}

async function refusal({ audit }: Deps, tx: Tx, mentorId: string) {
  const applied = await queries.findAnyApplication(tx, mentorId)
  if (applied?.status === 'received') return new AppError('email_unverified')
  return applied
    ? alreadyDecided(await audit.lastOf(tx, mentorId, ['accept', 'reject']))
    : new AppError('not_found')
}
