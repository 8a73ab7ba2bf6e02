import type { MentorRequest } from '@marga/contract/moderation'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { type PageInput, page, readCursor } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MentorPrices } from '../enrollments/mentor-prices.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import type { Audit } from './audit.service.ts'
import { applicationAcceptedMail, applicationRefusedMail } from './moderation.mails.ts'
import { alreadyDecided } from './moderation.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  mails: MailQueue
  mentorPrices: MentorPrices
  searchIndex: SearchIndex
  publicUrl: () => string
}
type Moderator = { id: string }

export function createApplicants({ db, clock, audit, mails, mentorPrices, searchIndex, publicUrl }: Deps) {
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
    const applicant = await tx
      .selectFrom('account')
      .select(['firstName', 'email'])
      .where('id', '=', mentorId)
      .executeTakeFirstOrThrow()
    return { applicant, answer: { _id: decided.id, mentorId, status } }
  }

  async function refusal(tx: Tx, mentorId: string) {
    const applied = await tx
      .selectFrom('application')
      .select('id')
      .where('mentorId', '=', mentorId)
      .limit(1)
      .executeTakeFirst()
    return applied
      ? alreadyDecided(await audit.lastOf(tx, mentorId, ['accept', 'reject']))
      : new AppError('not_found')
  }

  return {
    async list(input: PageInput) {
      const cursor = readCursor(input.cursor, ['time', 'id'])
      const rows = await db.query
        .selectFrom('application')
        .innerJoin('mentorProfile', 'mentorProfile.accountId', 'application.mentorId')
        .innerJoin('account', 'account.id', 'application.mentorId')
        .selectAll('mentorProfile')
        .select(['account.firstName', 'account.lastName', 'account.email', 'account.phone'])
        .select([
          'application.id as applicationId',
          'application.submittedAt',
          'application.attempt',
          'application.mentorId',
        ])
        .where('application.status', '=', 'received')
        .$if(cursor !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('application.submittedAt', 'application.id'), '>', tuple(...cursor!)),
          ),
        )
        .orderBy('application.submittedAt')
        .orderBy('application.id')
        .limit(input.limit + 1)
        .execute()
      const { items, nextCursor } = page(rows, input.limit, (row) => [row.submittedAt, row.applicationId])
      const mentorRequests = items.map(
        (row): MentorRequest => ({
          mentorId: row.mentorId,
          name: fullName(row),
          email: row.email,
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
      return { mentorRequests, nextCursor }
    },

    /** Lists the mentor, with a price at the payment provider. @throws AppError not_found, already_decided */
    accept: (moderator: Moderator, mentorId: string) =>
      db.transact(async (tx) => {
        const { applicant, answer } = await decide(tx, moderator, mentorId, 'accepted', null)
        await mentorPrices.ensure(tx, mentorId)
        await searchIndex.refresh(tx, mentorId)
        await mails.add(tx, {
          to: applicant.email,
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
          to: applicant.email,
          kind: 'application-refused',
          content: applicationRefusedMail(applicant.firstName, reason, `${publicUrl()}/auth/mentor-register`),
        })
        return answer
      }),
  }
}
export type Applicants = ReturnType<typeof createApplicants>
