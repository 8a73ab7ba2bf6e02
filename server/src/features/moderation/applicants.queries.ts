import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Those whose application waits, with what they say of themselves. */
export const applicants = (db: Db) =>
  db
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
export type ApplicantRow = Awaited<ReturnType<ReturnType<typeof applicants>['executeTakeFirstOrThrow']>>

export const countApplicants = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('application')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('status', '=', 'received')
      .executeTakeFirstOrThrow()
  ).total

export type ApplicationDecision = {
  mentorId: string
  status: 'accepted' | 'rejected'
  reason: string | null
  decidedAt: Date
  decidedBy: string
}

/** Decides the open application by one conditional update: of two moderators one wins. */
export const decideApplication = (db: Db, { mentorId, ...decision }: ApplicationDecision) =>
  db
    .updateTable('application')
    .set(decision)
    .where('mentorId', '=', mentorId)
    .where('status', '=', 'received')
    // Whoever is accepted gets in: they must be who the address says.
    .$if(decision.status === 'accepted', (query) =>
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

export const setMentorStatus = (db: Db, { mentorId, status, decidedAt }: ApplicationDecision) =>
  db
    .updateTable('mentorProfile')
    .set({ status, ...(status === 'accepted' ? { acceptedAt: decidedAt } : {}) })
    .where('accountId', '=', mentorId)
    .execute()

export const findApplicantAddress = (db: Db, mentorId: string) =>
  db
    .selectFrom('account')
    .select(['firstName', 'email', 'isEmailVerified'])
    .where('id', '=', mentorId)
    .executeTakeFirstOrThrow()

/** One that waits before one that is decided. */
export const findAnyApplication = (db: Db, mentorId: string) =>
  db
    .selectFrom('application')
    .select('status')
    .where('mentorId', '=', mentorId)
    .orderBy(sql`status = 'received'`, 'desc')
    .limit(1)
    .executeTakeFirst()
