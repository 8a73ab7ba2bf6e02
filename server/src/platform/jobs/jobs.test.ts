import { afterEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type JobHandlers, startWorker, type Worker } from './jobs.ts'

let test: TestApp
let worker: Worker
afterEach(async () => {
  await worker.stop()
  await test.close()
})

it('does what a process of the release before queues under the names that it knows', async () => {
  test = await startTestApp()
  const done: unknown[] = []
  const handlers: JobHandlers = {
    ...test.app.jobHandlers,
    'mail:render': async (payload) => void done.push(payload),
    'enrollments:terminate': async (payload) => void done.push(payload),
  }
  worker = await startWorker(test.app.db, handlers, test.app.log)
  const queued = [
    ['mail:draw', { mailIds: ['one'] }],
    ['enrollments:unwind', { enrollmentId: 'two' }],
  ] as const
  for (const [name, payload] of queued)
    await test.app.db.pool.query('select graphile_worker.add_job($1, $2::json)', [
      name,
      JSON.stringify(payload),
    ])
  await expect.poll(() => done, { timeout: 10_000 }).toHaveLength(2)
  expect(done).toEqual(expect.arrayContaining(queued.map(([, payload]) => payload)))
})
