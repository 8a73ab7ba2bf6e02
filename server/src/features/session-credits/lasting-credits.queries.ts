import type { Db } from '../../platform/db/database.ts'

/** Free or held, and not of a paid month. */
const lasting = (db: Db, enrollmentId: string) =>
  db
    .selectFrom('sessionCredit')
    .selectAll()
    .where('enrollmentId', '=', enrollmentId)
    .where('status', 'in', ['free', 'held'])
    .where('source', 'not in', ['period', 'rollover'])
    .orderBy('id')

export const findLasting = (db: Db, enrollmentId: string) => lasting(db, enrollmentId).execute()

/**
 * Those that a pause which was asked for then, or later, made last longer; and whether an earlier one of theirs was
 * taken back.
 */
export const findExtended = (db: Db, enrollmentId: string, askedAt: Date) =>
  lasting(db, enrollmentId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessionCreditEvent as event')
          .select('event.id')
          .whereRef('event.creditId', '=', 'sessionCredit.id')
          .where('event.because', '=', 'subscription_paused')
          .where('event.at', '>=', askedAt),
      ),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessionCreditEvent as event')
          .select('event.id')
          .whereRef('event.creditId', '=', 'sessionCredit.id')
          .where('event.because', '=', 'pause_taken_back'),
      ).as('wasTakenBack'),
    )
    .execute()
