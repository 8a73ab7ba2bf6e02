import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { isLockTaken } from '../db/process-locks.ts'
import { type JobHandlers, startWorker, type Worker } from './jobs.ts'

let test: TestApp
let workers: Worker[] = []
let child: ChildProcess | undefined
afterEach(async () => {
  child?.kill('SIGKILL')
  for (const worker of workers) await worker.stop()
  workers = []
  await test.close()
})

/** Handlers of which the one for payments is ours. */
const handlersWith = (run: JobHandlers['payments:stop']): JobHandlers => ({
  ...test.app.jobHandlers,
  'payments:stop': run,
})
const enqueue = () =>
  test.app.jobs.add(test.app.db.query, 'payments:stop', { subscriptionId: 'sub_of_a_crash' })
const lockedJobs = async () =>
  (
    await test.app.db.pool.query(
      "select count(*)::int as n from graphile_worker.jobs where locked_by is not null and task_identifier = 'payments:stop'",
    )
  ).rows[0].n
/** A worker takes jobs while its lock is still asked for: on a busy machine that is more than two looks of these tests. */
const workerHoldsItsLock = async () =>
  (
    await test.app.db.pool.query(
      `select from graphile_worker._private_jobs where locked_by is not null and ${isLockTaken('jobWorker', 'locked_by')}`,
    )
  ).rowCount === 1

describe('a job whose process is killed', () => {
  it('is done by another process, and needs nobody to wait for hours', async () => {
    test = await startTestApp()
    await enqueue()
    child = fork(join(import.meta.dirname, '../../testing/hanging-worker.ts'), [test.databaseUrl], {
      execArgv: ['--import', 'tsx', '--conditions', 'source'],
    })
    const [said] = await once(child, 'message')
    expect([said, await lockedJobs()]).toEqual(['working', 1])
    const done = new Promise<string>((resolve) => {
      const handlers = handlersWith(async ({ subscriptionId }) => resolve(subscriptionId))
      startWorker(test.app.db, handlers, test.app.log, { sweepMs: 100 }).then((worker) =>
        workers.push(worker),
      )
    })
    child.kill('SIGKILL')
    expect(await done).toBe('sub_of_a_crash')
  })

  it('is left alone while its process lives', async () => {
    test = await startTestApp()
    let runs = 0
    let finish = () => {}
    const started = new Promise<void>((resolve) => {
      const handlers = handlersWith(() => {
        runs++
        resolve()
        return new Promise((done) => {
          finish = done
        })
      })
      startWorker(test.app.db, handlers, test.app.log, { sweepMs: 20 }).then((worker) => workers.push(worker))
    })
    await enqueue()
    await started
    await expect.poll(workerHoldsItsLock).toBe(true)
    const looks = test.app.db.pool
    workers.push(
      await startWorker(
        test.app.db,
        handlersWith(async () => void runs++),
        test.app.log,
        { sweepMs: 20 },
      ),
    )
    // Its lock on the job stands however often others look.
    for (let look = 0; look < 20; look++) {
      await looks.query('select pg_sleep(0.02)')
      expect(await lockedJobs()).toBe(1)
    }
    finish()
    expect(runs).toBe(1)
  })
})
