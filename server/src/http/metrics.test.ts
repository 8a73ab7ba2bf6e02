import { api } from '@marga/contract/api'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMentee, newModerator, type TestPerson } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { makePair } from '../testing/two-pairs.ts'
import { startMetricsServer } from './metrics-server.ts'

let test: TestApp
let server: Awaited<ReturnType<typeof startMetricsServer>>
let mentee: TestPerson
beforeAll(async () => {
  test = await startTestApp({ env: { METRICS_PORT: '0' } })
  server = await startMetricsServer(test.app.metrics!, { port: 0, host: '127.0.0.1' })
  mentee = await newMentee(test)
})
afterAll(async () => {
  await server.close()
  await test.close()
})

const scrape = async () => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
/** With the jobs: a scrape leaves out a database that has not answered within a second. */
async function scrapeJobs() {
  let text = ''
  const isUp = async () => {
    text = await scrape()
    return figureOf(text, 'marga_database_up')
  }
  await expect.poll(isUp).toBe(1)
  return text
}
/** The value of the one line that begins so. */
const figureOf = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length),
  )

it('counts requests by the pattern of their route, and names nothing that was sent', async () => {
  for (const search of ['a-private-matter', 'another-private-matter'])
    await test.call(api.search.mentors, { query: { search } })
  await test.request('GET', '/api/no/such/a-private-path')
  await test.request('GET', `/api/mentees/a-private-id`, { token: mentee.token })
  await test.call(api.mentors.profile, { params: { mentorId: mentee.id } })
  const text = await scrape()
  const count = 'marga_http_request_seconds_count'
  expect(figureOf(text, `${count}{method="GET",route="${api.search.mentors.path}",status="200"}`)).toBe(2)
  expect(figureOf(text, `${count}{method="GET",route="${api.mentors.profile.path}",status="404"}`)).toBe(1)
  expect(figureOf(text, `${count}{method="GET",route="none",status="404"}`)).toBeGreaterThanOrEqual(1)
  expect(text).not.toMatch(/private/)
  expect(text).not.toContain(mentee.id)
})

it('is served on its own port only, and nothing else is served there', async () => {
  expect((await test.request('GET', '/metrics')).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status).toBe(404)
})

it('tells of sockets and their events, those that were refused too', async () => {
  const pair = await makePair(test, await newModerator(test), 'a-private-word', 30)
  const url = await test.listen()
  const socket = io(url, { transports: ['websocket'], forceNew: true })
  const { token, id: userId, role } = pair.mentee
  const connected = new Promise((resolve) => socket.once('connected', resolve))
  socket.emit('setup', { token, userId, role })
  await connected
  await socket.emitWithAck('read', { conversationId: pair.conversationId, seq: 1 })
  await socket.emitWithAck('read', { nonsense: true })
  const text = await scrape()
  expect(figureOf(text, 'marga_socket_connections')).toBe(1)
  for (const result of ['ok', 'invalid_request'])
    expect(figureOf(text, `marga_socket_event_seconds_count{event="read",result="${result}"}`)).toBe(1)
  socket.close()
  await expect.poll(async () => figureOf(await scrape(), 'marga_socket_connections')).toBe(0)
})

it('tells of jobs that wait, come later, are tried again or have failed for good', async () => {
  await test.app.db.pool.query('delete from graphile_worker._private_jobs')
  const add = (delayMs: number) =>
    test.app.jobs.add(test.app.db.query, 'images:remove', { name: 'none' }, { delayMs })
  await add(-60_000)
  await add(3_600_000)
  await add(3_700_000)
  await test.app.jobs.add(test.app.db.query, 'payments:stop', { subscriptionId: 'none' })
  await test.app.db.pool.query(
    "update graphile_worker._private_jobs set attempts = max_attempts where task_id = (select id from graphile_worker._private_tasks where identifier = 'payments:stop')",
  )
  const text = await scrapeJobs()
  expect(figureOf(text, 'marga_jobs{job="images:remove",state="due"}')).toBe(1)
  expect(figureOf(text, 'marga_jobs{job="images:remove",state="later"}')).toBe(2)
  expect(figureOf(text, 'marga_jobs{job="payments:stop",state="failed"}')).toBe(1)
  expect(figureOf(text, 'marga_jobs_oldest_due_seconds')).toBeGreaterThanOrEqual(60)
  await expect(test.app.jobHandlers['images:remove']({ name: 'none' })).resolves.toBeUndefined()
  expect(figureOf(await scrape(), 'marga_job_seconds_count{job="images:remove",result="done"}')).toBe(1)
})

it('tells of the pool and the process, and answers while the database is gone', async () => {
  const held = await test.app.db.pool.connect()
  const text = await scrapeJobs()
  expect(figureOf(text, 'marga_database_connections{pool="requests",state="busy"}')).toBeGreaterThanOrEqual(1)
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'process_open_fds',
  ])
    expect(figureOf(text, name)).toBeGreaterThan(0)
  // No connection is to be had: to the scrape the same as no database.
  const others = await Promise.all(
    Array.from({ length: test.app.db.pool.options.max - 1 }, () => test.app.db.pool.connect()),
  )
  expect(figureOf(await scrape(), 'marga_database_up')).toBe(0)
  for (const client of [held, ...others]) client.release()
  await scrapeJobs()
})
