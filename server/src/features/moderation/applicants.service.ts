import type { MentorRequest } from '@marga/contract/applicants'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MentorPrices } from '../enrollments/mentor-prices.service.ts'
import type { Reapplications } from '../mentors/reapplications.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import { alreadyDecided } from '../moderators/decisions.rules.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import { applicationAcceptedMail, applicationRefusedMail } from './applicants.mails.ts'

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

export function createApplicants(deps: Deps) {
  const { db, clock, cursors, audit, mails, mentorPrices, searchIndex, reapplications } = deps
  const { moderationNotifications, publicUrl } = deps

  /** Decides the open application by one conditional update: of two moderators one wins. */
  async function decide(
    tx: Tx,
    moderator: Moderator,
    mentorId: string,
    status: 'accepted' | 'rejected',
    reason: string | null,
  ) {
    const now = clock.now()
    const decided = await tx
      .updateTable('application')
      .set({ status, reason, decidedAt: now, decidedBy: moderator.id })
      .where('mentorId', '=', mentorId)
      .where('status', '=', 'received')
      // Whoever is accepted gets in: they must be who the address says.
      .$if(status === 'accepted', (query) =>
        query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('account')
              .select('account.id')
              .whereRef('account.id', '=', 'application.mentorId')
              .where('account.isEmailVerified', '=', true),
          ),
        ),
      )
      .returning('id')
      .executeTakeFirst()
    if (!decided) throw await refusal(tx, mentorId)
    await tx
      .updateTable('mentorProfile')
      .set({ status, ...(status === 'accepted' ? { acceptedAt: now } : {}) })
      .where('accountId', '=', mentorId)
      .execute()
    await audit.write(tx, {
      moderatorId: moderator.id,
      action: status === 'accepted' ? 'accept' : 'reject',
      subjectId: mentorId,
      note: reason ?? undefined,
    })
    await moderationNotifications.caseDecided(tx, 'application')
    const applicant = await tx
      .selectFrom('account')
      .select(['firstName', 'email', 'isEmailVerified'])
      .where('id', '=', mentorId)
      .executeTakeFirstOrThrow()
    return { applicant, answer: { _id: decided.id, mentorId, status } }
  }

  async function refusal(tx: Tx, mentorId: string) {
    const applied = await tx
      .selectFrom('application')
      .select('status')
      .where('mentorId', '=', mentorId)
      .orderBy(sql`status = 'received'`, 'desc')
      .limit(1)
      .executeTakeFirst()
    if (applied?.status === 'received') return new AppError('email_unverified')
    return applied
      ? alreadyDecided(await audit.lastOf(tx, mentorId, ['accept', 'reject']))
      : new AppError('not_found')
  }

  return {
    async list(input: PageInput) {
      const query = db.query
        .selectFrom('application')
        .innerJoin('mentorProfile', 'mentorProfile.accountId', 'application.mentorId')
        .innerJoin('account', 'account.id', 'application.mentorId')
        .selectAll('mentorProfile')
        .select(['account.firstName', 'account.lastName', 'account.email', 'account.phone'])
        .select('account.isEmailVerified')
        .select([
          'application.id as applicationId',
          'application.submittedAt',
          'application.attempt',
          'application.mentorId',
        ])
        .where('application.status', '=', 'received')
      const { items, nextCursor } = await cursors.page(
        query,
        {
          list: 'applicants',
          columns: ['application.submittedAt', 'application.id'],
          order: 'asc',
          markOf: (row) => [row.submittedAt, row.applicationId],
        },
        input,
      )
      const mentorRequests = items.map(
        (row): MentorRequest => ({
          mentorId: row.mentorId,
          name: fullName(row),
          email: row.email,
          isEmailVerified: row.isEmailVerified,
          firstName: row.firstName,
          lastName: row.lastName,
          phone: row.phone ?? '',
          jobTitle: row.jobTitle,
          firmName: row.firmName,
          location: row.location,
          bio: row.bio,
          educationalQualification: row.educationalQualification,
          hourlyRate: row.hourlyRate,
          expertise: row.expertise,
          website: row.website,
          twitterUrl: row.twitterUrl,
          linkedInUrl: row.linkedInUrl,
          submittedAt: row.submittedAt.toISOString(),
          attempts: row.attempt,
        }),
      )
      const { total } = await db.query
        .selectFrom('application')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('status', '=', 'received')
        .executeTakeFirstOrThrow()
      return { mentorRequests, nextCursor, total }
    },

    /** Lists the mentor, with a price at the payment provider. @throws AppError not_found, email_unverified, already_decided */
    accept: (moderator: Moderator, mentorId: string) =>
      db.transact(async (tx) => {
        const { applicant, answer } = await decide(tx, moderator, mentorId, 'accepted', null)
        await mentorPrices.ensure(tx, mentorId)
        await searchIndex.refresh(tx, mentorId)
        await mails.add(tx, {
          to: applicant,
          kind: 'application-accepted',
          content: applicationAcceptedMail(applicant.firstName, `${publicUrl()}/auth/login?mentors`),
        })
        return answer
      }),

    /** @throws AppError not_found, already_decided */
    reject: (moderator: Moderator, mentorId: string, reason: string) =>
      db.transact(async (tx) => {
        const { applicant, answer } = await decide(tx, moderator, mentorId, 'rejected', reason)
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
      }),
  }
}
export type Applicants = ReturnType<typeof createApplicants>
