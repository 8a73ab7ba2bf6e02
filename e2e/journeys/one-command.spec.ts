import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { api } from '@marga/contract/api'
import { fillPath } from '@marga/contract/endpoint'
import { rateLimits } from '@marga/contract/rate-limits'
import { test as base, expect } from '@playwright/test'
import { freePort } from '../../testkit/ports.mjs'
import { findPostgresPrograms, startPostgres } from '../../testkit/postgres.mjs'
import { type AppServer, readyInMs, startAppServer, startTimeoutMs } from '../support/app-server.ts'
import { must } from '../support/client.ts'
import { type Device, openDevice } from '../support/devices.ts'
import { openMessageSocket } from '../support/message-socket.ts'
import { makeMentee, type Somebody, signInModerator, subscribe } from '../support/people.ts'
import { demoPassword } from '../support/sign-in.ts'

/** One command that serves by two processes, without a Redis: docs/decisions/024-both-cores.md */
type Command = AppServer & { metricsPort: number }

const test = base.extend<object, { app: Command }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const metricsPort = await freePort()
      const env = { PROCESSES: '2', RATE_LIMIT_FACTOR: '1', METRICS_PORT: String(metricsPort) }
      // Its own: together with the products of other journeys it wants more connections than one server gives.
      const postgres = await startPostgres()
      const app = await startAppServer({ database: { url: postgres.url }, env })
      await isRunning(app)
      await use({ ...app, metricsPort })
      await app.dispose()
      await postgres.dispose()
    },
    { scope: 'worker', timeout: startTimeoutMs },
  ],
})
test.describe.configure({ mode: 'serial' })
test.skip(!findPostgresPrograms(), 'needs the programs of a PostgreSQL')

/** Ready is the first process; this is said when all are. */
const isRunning = ({ output }: AppServer, times = 1) =>
  expect.poll(() => output().split('is running at').length - 1, { timeout: readyInMs }).toBe(times)

/** Those that the command has started. */
const processesOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

const isAlive = (pid: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const signInMentor = async ({ url }: AppServer) => {
  const body = { email: 'mentor@demo.test', password: demoPassword }
  const { mentorId, mentorAccessToken } = await must(url, api.accounts.loginMentor, { body })
  return { id: mentorId, token: mentorAccessToken, email: body.email }
}

/** A process that begins on a busy machine, tells its figures or takes sockets back; only what hangs takes longer. */
const beginsMs = 90_000

/** In which processes somebody is connected. */
const presencesOf = async (app: AppServer, { id }: Somebody) =>
  (await app.sql('select from online where account_id = $1', [id])).length

/** As many devices of one person as it takes to have one at each process. */
async function openAtBoth(app: AppServer, role: 'mentee' | 'mentor', who: Somebody): Promise<Device[]> {
  const devices: Device[] = []
  while (devices.length < 2 || (await presencesOf(app, who)) < 2) {
    expect(devices.length, 'connections are spread').toBeLessThan(8)
    devices.push(await openDevice(app.url, role, who))
    // Who is there is written a moment later, and together with others: a device too many proves nothing.
    await expect
      .poll(() => presencesOf(app, who), { timeout: 4_000 })
      .toBe(2)
      .catch(() => undefined)
  }
  return devices
}

async function openConversation(app: AppServer) {
  const [mentee, mentor] = [await makeMentee(app, 'Ishita'), await signInMentor(app)]
  await subscribe(app, mentee, mentor)
  const body = { mentorId: mentor.id }
  const { conversations } = await must(app.url, api.chat.mentee.open, { body }, mentee)
  return { mentee, mentor, conversationId: conversations._id }
}

const write = ({ url }: AppServer, mentee: Somebody, conversationId: string, message: string) =>
  must(
    url,
    api.chat.mentee.send,
    { params: { conversationId }, body: { message, sender: mentee.id, clientMessageId: randomUUID() } },
    mentee,
  )

test('a message reaches the sockets at both processes, once each, and a block ends those at both', async ({
  app,
}) => {
  const { mentee, mentor, conversationId } = await openConversation(app)
  const devices = await openAtBoth(app, 'mentor', mentor)
  const texts = (device: Device) =>
    device
      .heard('messageReveived')
      .flatMap(({ conversation, message }) => (conversation._id === conversationId ? [message] : []))
  const written = ['first', 'second', 'third']
  for (const message of written) await write(app, mentee, conversationId, message)
  for (const device of devices) await expect.poll(() => texts(device)).toEqual(written)
  for (const device of devices) device.close()

  const own = await openAtBoth(app, 'mentee', mentee)
  await must(
    app.url,
    api.moderation.changeMenteeStatus,
    { body: { menteeId: mentee.id, isBlocked: true } },
    await signInModerator(app),
  )
  for (const { endedAt } of own) await endedAt
})

test('limits are not doubled, whichever process answers', async ({ app }) => {
  const { method, path } = api.accountSettings.mentor.sendOtp
  const max = rateLimits.code.perMinute
  const statuses: number[] = []
  const askAs = (n: number) =>
    askAlone(app.url, method, fillPath(path, {}), { email: `nobody-${n}@example.com` })
  // Several at once: one after the other they may take longer than the minute in which they count.
  while (statuses.length < max + 10)
    statuses.push(...(await Promise.all(Array.from({ length: 8 }, (_, n) => askAs(statuses.length + n)))))
  expect(statuses.filter((status) => status < 300)).toHaveLength(max)
  expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - max)
})

/** By a connection of its own: the next one is the other process's. */
function askAlone(url: string, method: string, path: string, body: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: false })
    const headers = { 'content-type': 'application/json' }
    const asking = request(new URL(path, url), { method, agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode!))
    })
    asking.once('error', reject).end(JSON.stringify(body))
  })
}

test('the figures of all processes are told at one port, each by its name', async ({ app }) => {
  let text = ''
  // One that has no time to answer is left out of that answer.
  await expect(async () => {
    text = await (await fetch(`http://127.0.0.1:${app.metricsPort}/metrics`)).text()
    for (const name of ['jobs', 'web-1', 'web-2'])
      expect(text).toMatch(new RegExp(`^marga_database_up\\{process="${name}"\\} 1$`, 'm'))
  }).toPass({ timeout: beginsMs })
  expect(text.match(/^# TYPE marga_database_up /gm)).toHaveLength(1)
})

test('long polling, which would need one process for all of its requests, is refused', async ({ app }) => {
  const { status } = await fetch(`${app.url}/socket.io/?EIO=4&transport=polling`)
  expect(status).toBe(400)
})

test('each process that is killed is replaced, its sockets come back, and nothing is lost', async ({
  app,
}) => {
  test.setTimeout(8 * beginsMs)
  const { mentee, mentor, conversationId } = await openConversation(app)
  const sending = openMessageSocket(app.url, 'mentee', mentee)
  const sent = new Set<string>()
  const sendOne = async () => {
    const clientMessageId = randomUUID()
    const answer = await sending.send({ conversationId, message: 'still here', clientMessageId })
    if (answer?.ok) sent.add(clientMessageId)
    return answer?.ok === true
  }
  await expect.poll(sendOne).toBe(true)
  const before = processesOf(app.pid())
  expect(before).toHaveLength(3)
  for (const pid of before) {
    process.kill(pid, 'SIGKILL')
    const living = () => processesOf(app.pid()).filter(isAlive)
    const isReplaced = () => !living().includes(pid) && living().length === 3
    await expect.poll(isReplaced, { timeout: beginsMs }).toBe(true)
    await expect.poll(sendOne, { timeout: beginsMs }).toBe(true)
  }
  expect(processesOf(app.pid()).filter((pid) => before.includes(pid))).toEqual([])
  const stored = await app.sql<{ id: string }>(
    'select client_message_id as id from message where conversation_id = $1',
    [conversationId],
  )
  expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining([...sent]))
  // The successors hear each other, and know who is there.
  const devices = await openAtBoth(app, 'mentor', mentor)
  await write(app, mentee, conversationId, 'after all')
  for (const device of devices)
    await expect.poll(() => device.heard('messageReveived').at(-1)?.message).toBe('after all')
  for (const device of devices) device.close()
  sending.close()
  await expect.poll(() => presencesOf(app, mentee)).toBe(0)
})

test('a second command on the same database does not start, and SIGTERM ends all of one in order', async ({
  app,
}) => {
  await expect(startAppServer({ database: { url: app.databaseUrl! } })).rejects.toThrow(
    'another process serves this database',
  )
  const processes = processesOf(app.pid())
  expect(await app.stop()).toBe(0)
  expect(processes.filter(isAlive)).toEqual([])
  await app.start()
  await isRunning(app, 2)
})

test('a command that is killed leaves no process behind, and the next one starts', async ({ app }) => {
  const processes = processesOf(app.pid())
  expect(processes).toHaveLength(3)
  await app.kill()
  await expect.poll(() => processes.filter(isAlive)).toEqual([])
  await app.start()
  await isRunning(app, 3)
})
