import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Whether a job may run now and has not. */
export async function hasRunnableJobs(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isBusy: boolean }>`
    select exists (
      select from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts
    ) as is_busy`.execute(db)
  return rows[0]?.isBusy ?? false
}

/** What was put off for a few seconds of real time. */
export const bringJobsForward = (db: Db, ms: number) =>
  sql`update graphile_worker._private_jobs set run_at = run_at - ${ms}::float8 * interval '1 millisecond'
    where run_at > now() and locked_at is null and attempts = 0`.execute(db)
