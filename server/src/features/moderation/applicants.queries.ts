import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Applications, with what they say of themselves. */
const applications = (db: Db) =>
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

/** Those that wait. */
export const applicants = (db: Db) => applications(db).where('application.status', '=', 'received')
export type ApplicantRow = Awaited<ReturnType<ReturnType<typeof applicants>['executeTakeFirstOrThrow']>>

export const findApplicant = (db: Db, applicationId: string) =>
  applications(db).where('application.id', '=', applicationId).executeTakeFirst()

export const countApplicants = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('application')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('status', '=', 'received')
      .executeTakeFirstOrThrow()
  ).total

/** The one that waits, of this mentor or with this id. */
export type WhichApplication = { mentorId: string } | { applicationId: string }

type Decision = {
  status: 'accepted' | 'rejected'
  acceptedOnProbation: boolean
  reason: string | null
  decidedAt: Date
  decidedBy: string
}

/** Decides the open application by one conditional update: of two moderators one wins. */
export const decideApplication = (db: Db, which: WhichApplication, decision: Decision) =>
  db
    .updateTable('application')
    .set(decision)
    .where(isOf(which))
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
    .returning(['id', 'mentorId', sql<Decision['status']>`status`.as('status')])
    .executeTakeFirst()

const isOf = (which: WhichApplication) =>
  'mentorId' in which
    ? sql<boolean>`application.mentor_id = ${which.mentorId}`
    : sql<boolean>`application.id = ${which.applicationId}`

/** A trigger has decided the case with the application; this says how. */
export const setCaseOutcome = (db: Db, applicationId: string, kind: string) =>
  db
    .updateTable('moderationCase')
    .set({ outcomes: JSON.stringify([{ kind }]) })
    .where('applicationId', '=', applicationId)
    .execute()

type MentorDecision = { outcome: 'accept' | 'accept_on_probation' | 'reject'; decidedAt: Date }

export const setMentorStatus = (db: Db, mentorId: string, { outcome, decidedAt }: MentorDecision) =>
  db
    .updateTable('mentorProfile')
    .set(
      outcome === 'reject'
        ? { status: 'rejected' }
        : {
            status: 'accepted',
            acceptedAt: decidedAt,
            probationSince: outcome === 'accept_on_probation' ? decidedAt : null,
          },
    )
    .where('accountId', '=', mentorId)
    .execute()

export const findApplicantAddress = (db: Db, mentorId: string) =>
  db
    .selectFrom('account')
    .select(['id', 'firstName', 'email', 'isEmailVerified'])
    .where('id', '=', mentorId)
    .executeTakeFirstOrThrow()

/** One that waits before one that is decided. */
export const findAnyApplication = (db: Db, which: WhichApplication) =>
  db
    .selectFrom('application')
    .select(['mentorId', 'status'])
    .where(isOf(which))
    .orderBy(sql`status = 'received'`, 'desc')
    .limit(1)
    .executeTakeFirst()
