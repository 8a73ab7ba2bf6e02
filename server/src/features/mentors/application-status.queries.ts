import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** By the token of the first mail, or by the id that a later one's token proves; of a deleted account there is none. */
export const findApplication = (db: Db, of: { tokenHash: Buffer } | { id: string }) =>
  db
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.mentorId')
    .innerJoin('mentorProfile', 'mentorProfile.accountId', 'application.mentorId')
    .select([
      'application.id',
      'application.mentorId',
      'application.status',
      'application.stage',
      'application.acceptedOnProbation',
      'application.submittedAt',
      'application.decidedAt',
      'application.reason',
      'account.firstName',
      'account.lastName',
      'account.isEmailVerified',
      'mentorProfile.status as mentorStatus',
    ])
    .where('account.deletedAt', 'is', null)
    .where((where) =>
      'id' in of ? where('application.id', '=', of.id) : where('application.tokenHash', '=', of.tokenHash),
    )
    .executeTakeFirst()
export type ApplicationRow = NonNullable<Awaited<ReturnType<typeof findApplication>>>

/** Newest first. */
export const findExchange = (db: Db, applicationId: string, limit: number) =>
  db
    .selectFrom('applicationMessage')
    .select(['at', 'isFromApplicant', 'text'])
    .where('applicationId', '=', applicationId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
export type ExchangeRow = Awaited<ReturnType<typeof findExchange>>[number]

/** Answers since a moderator last wrote. */
export const countAnswersInARow = async (db: Db, applicationId: string): Promise<number> => {
  const lastAsked = sql<Date>`coalesce(
    (select max(at) from application_message where application_id = ${applicationId} and not is_from_applicant),
    '-infinity')`
  const { count } = await db
    .selectFrom('applicationMessage')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('applicationId', '=', applicationId)
    .where('isFromApplicant', '=', true)
    .where('at', '>', lastAsked)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const findCheckedItems = async (db: Db, applicationId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('applicationCheck')
      .select('item')
      .where('applicationId', '=', applicationId)
      .execute()
  ).map(({ item }) => item)

/** Goes back to being read once what was wanted has come. @returns nothing for one that is decided */
export const takeAnswer = (db: Db, applicationId: string) =>
  db
    .updateTable('application')
    .set({ stage: sql<string>`case stage when 'info_wanted' then 'in_review' else stage end` })
    .where('id', '=', applicationId)
    .where('status', '=', 'received')
    .returning('id')
    .executeTakeFirst()

type NewMessage = {
  id: string
  applicationId: string
  at: Date
  moderatorId: string | null
  isFromApplicant: boolean
  text: string
}
export const insertMessage = (db: Db, message: NewMessage) =>
  db.insertInto('applicationMessage').values(message).execute()
