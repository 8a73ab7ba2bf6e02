import { type SqlBool, sql } from 'kysely'
import { after, daysMs } from '../clock.ts'
import type { Database } from './database.ts'
import type { Walk } from './paging.ts'
import { deleteInParts } from './parts.ts'

const ttlMs = daysMs(1)

/**
 * For a list whose rows are dated anew: by when each stood in the snapshot of the walk's first page. A trigger on the
 * sorted column keeps what it was (`keep_former_list_time`), for a day.
 * @param time the sorted column, and `id` that of the row, as the query names them
 */
export function formerListTimes(time: string, id: string): Walk {
  const [current, row] = [sql.ref(time), sql.ref(id)]
  /** The bound is for the index; within it the snapshot tells. */
  const isUnseen = (
    began: string,
  ) => sql<SqlBool>`former.changed_by >= pg_snapshot_xmin(${began}::pg_snapshot)
    and not pg_visible_in_snapshot(former.changed_by, ${began}::pg_snapshot)`
  return {
    began: sql<string>`pg_current_snapshot()::text`,
    isMoved: (began) => sql<SqlBool>`exists (
      select from former_list_time as former where former.row_id = ${row} and ${isUnseen(began)})`,
    timeThen: (began) => sql<Date>`coalesce(
      (select former.list_time from former_list_time as former
        where former.row_id = ${row} and ${isUnseen(began)} order by former.id limit 1),
      ${current})`,
  }
}

export const deleteOldListTimes = (db: Database, now: Date) =>
  deleteInParts(db.query, 'formerListTime', sql`changed_at < ${after(now, -ttlMs)}`)
