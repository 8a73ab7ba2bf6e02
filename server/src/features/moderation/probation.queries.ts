import type { Db } from '../../platform/db/database.ts'

/** Who is on probation, with what has happened since, and the address for the good news. */
export const findOnProbation = (db: Db) =>
  db
    .selectFrom('mentorProfile')
    .innerJoin('account', 'account.id', 'mentorProfile.accountId')
    .select(['account.id', 'account.firstName', 'account.email', 'account.isEmailVerified'])
    .select('mentorProfile.probationSince')
    .select(({ selectFrom }) => [
      selectFrom('slot')
        .select(({ fn }) => fn.count<number>('slot.menteeId').distinct().as('count'))
        .whereRef('slot.mentorId', '=', 'account.id')
        .where('slot.status', '=', 'completed')
        .where('slot.type', '=', 'session')
        .whereRef('slot.startsAt', '>=', 'mentorProfile.probationSince')
        .$asScalar()
        .$notNull()
        .as('mentees'),
      selectFrom('moderationCase')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('moderationCase.subjectId', '=', 'account.id')
        .where('moderationCase.status', '=', 'open')
        .where('moderationCase.kind', '!=', 'application')
        .$asScalar()
        .$notNull()
        .as('openCases'),
      selectFrom('sanction')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('sanction.accountId', '=', 'account.id')
        .whereRef('sanction.startedAt', '>=', 'mentorProfile.probationSince')
        // Who was let in from the list of people has no words with it.
        .where('sanction.liftedBy', 'is', null)
        .where('sanction.liftText', 'is', null)
        .$asScalar()
        .$notNull()
        .as('sanctions'),
    ])
    .where('mentorProfile.probationSince', 'is not', null)
    .where('mentorProfile.status', '=', 'accepted')
    .execute()

/** @returns nothing where it has ended already, or begun anew */
export const endProbation = (db: Db, mentorId: string, since: Date) =>
  db
    .updateTable('mentorProfile')
    .set({ probationSince: null })
    .where('accountId', '=', mentorId)
    .where('probationSince', '=', since)
    .returning('accountId')
    .executeTakeFirst()
