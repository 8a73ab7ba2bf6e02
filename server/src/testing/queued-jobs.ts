import type { JobName } from '../platform/jobs/job-kinds.ts'
import type { TestApp } from './test-app.ts'

type Queued = { id: number; name: JobName; payload: never }

const oldest = `select j.id, t.identifier as name, j.payload from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier like 'payments:%' or t.identifier in ('enrollments:terminate', 'enrollments:stop-renewing') order by j.id limit 1`

/** Runs what is queued about money, and what comes of it, until nothing is left. One that fails stays and throws. */
export async function runPaymentJobs({ app }: TestApp): Promise<JobName[]> {
  const ran: JobName[] = []
  for (;;) {
    const { rows } = await app.db.pool.query<Queued>(oldest)
    const [job] = rows
    if (!job) return ran
    await app.jobHandlers[job.name](job.payload)
    await app.db.pool.query('delete from graphile_worker._private_jobs where id = $1', [job.id])
    ran.push(job.name)
  }
}
