import type { Db } from '../../platform/db/database.ts'

/** Free or held, granted by then, and not of a paid month. */
export const findLasting = (db: Db, enrollmentId: string, grantedBy: Date) =>
  db
    .selectFrom('sessionCredit')
    .selectAll()
    .where('enrollmentId', '=', enrollmentId)
    .where('status', 'in', ['free', 'held'])
    .where('source', 'not in', ['period', 'rollover'])
    .where('grantedAt', '<=', grantedBy)
    .orderBy('id')
    .execute()
