import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
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
  await expect.poll(() => done).toHaveLength(2)
  expect(done).toEqual(expect.arrayContaining(queued.map(([, payload]) => payload)))
})

const listenTo = async (channels: string[]) => {
  const listener = new pg.Client({ connectionString: test.databaseUrl })
  await listener.connect()
  // It ends with the database of the test.
  listener.on('error', () => {})
  const heard: string[] = []
  listener.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`))
  for (const channel of channels) await listener.query(`listen ${pg.escapeIdentifier(channel)}`)
  return heard
}

/** What is due each minute is added by graphile-worker itself, which tells of every job by its own word. */
async function untilMinuteIsYoung() {
  const leftMs = 60_000 - (Date.now() % 60_000)
  if (leftMs < 20_000) await sleep(leftMs + 1_000)
}

it('tells of jobs after the commit, together, and the kind of hands alone that has work', async () => {
  test = await startTestApp()
  const done: unknown[] = []
  const note = async (payload: unknown) => void done.push(payload)
  const handlers: JobHandlers = { ...test.app.jobHandlers, 'images:remove': note, 'places:offer': note }
  await untilMinuteIsYoung()
  worker = await startWorker(test.app.db, handlers, test.app.log)
  const heard = await listenTo(['jobs_added', 'jobs:insert'])
  const { db, jobs } = test.app
  await db.transact(async (tx) => {
    for (const name of ['a', 'b', 'c']) await jobs.add(tx, 'images:remove', { name })
    await jobs.addAll(tx, 'places:offer', [{ mentorId: 'd' }, { mentorId: 'e' }])
    await jobs.add(tx, 'places:offer', { mentorId: 'later' }, { delayMs: 3_600_000 })
    await db.pool.query('select 1')
    expect(heard).toEqual([])
  })
  await expect.poll(() => done).toHaveLength(5)
  await expect.poll(() => [...heard].sort()).toEqual(['jobs_added internal', 'jobs_added others'])
  await expect(
    db.transact(async (tx) => {
      await jobs.add(tx, 'images:remove', { name: 'taken back' })
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  await db.transact((tx) => jobs.add(tx, 'images:remove', { name: 'last' }))
  await expect.poll(() => done).toContainEqual({ name: 'last' })
  expect(done).not.toContainEqual({ name: 'taken back' })
})

it('says of a job that was done while it was told to end that it is done', async () => {
  test = await startTestApp()
  let finish = () => {}
  const isBegun = new Promise<void>((begun) => {
    const handlers: JobHandlers = {
      ...test.app.jobHandlers,
      'images:remove': () =>
        new Promise((resolve) => {
          finish = resolve
          begun()
        }),
    }
    void startWorker(test.app.db, handlers, test.app.log).then((started) => {
      worker = started
      return test.app.db.transact((tx) => test.app.jobs.add(tx, 'images:remove', { name: 'last' }))
    })
  })
  await isBegun
  const stopped = worker.stop()
  // All others have ended by then.
  await sleep(300)
  finish()
  await stopped
  const { rows } = await test.app.db.pool.query(
    `select locked_by from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id where identifier = 'images:remove'`,
  )
  expect(rows).toEqual([])
  worker = { ...worker, stop: async () => {} }
})

it('listens on one connection, for jobs of which nobody told too', async () => {
  test = await startTestApp()
  const done: unknown[] = []
  const handlers: JobHandlers = {
    ...test.app.jobHandlers,
    'images:remove': async (payload) => void done.push(payload),
  }
  worker = await startWorker(test.app.db, handlers, test.app.log)
  const listening = async () => {
    const { rows } = await test.app.db.pool.query(
      `select application_name from pg_stat_activity where datname = current_database()
         and (application_name = 'marga-listen' or query ilike 'listen%')`,
    )
    return rows.map((row) => row.application_name)
  }
  // The other one is the process's own, for all that is no job.
  await expect.poll(listening).toEqual(['marga-listen', 'marga-listen'])
  // As if the process had been killed between commit and telling.
  await test.app.db.pool.query(`select queue_jobs('images:remove', '[{"name":"untold"}]', null, null)`)
  await expect.poll(() => done).toEqual([{ name: 'untold' }])
})

it('does at the next start, once, what it was not there to do in the night', async () => {
  test = await startTestApp()
  const nightly = ['housekeeping:daily', 'payments:nightly'] as const
  const done: string[] = []
  const handlers: JobHandlers = {
    ...test.app.jobHandlers,
    ...Object.fromEntries(nightly.map((name) => [name, async () => void done.push(name)])),
  }
  await test.app.db.pool.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     select name, now() - interval '1 week', now() - interval '2 days' from unnest($1::text[]) as name`,
    [nightly],
  )
  for (let starts = 1; starts <= 2; starts++) {
    worker = await startWorker(test.app.db, handlers, test.app.log)
    await expect.poll(() => [...done].sort()).toEqual(nightly)
    // Done again, it would be by now.
    if (starts === 2) await sleep(1_000)
    await worker.stop()
  }
  expect(done).toHaveLength(2)
  worker = { ...worker, stop: async () => {} }
})
