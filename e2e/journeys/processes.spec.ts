import { randomUUID } from 'node:crypto'
import { api } from '@marga/contract/api'
import { rateLimits } from '@marga/contract/rate-limits'
import { test as base, expect, type Page } from '@playwright/test'
import { type AppServer, startAppServer, startTimeoutMs } from '../support/app-server.ts'
import { must, send } from '../support/client.ts'
import { openDevice } from '../support/devices.ts'
import { makeMentee, signInModerator, subscribe } from '../support/people.ts'
import { demoPassword, signIn } from '../support/sign-in.ts'
import { isStorm, redisUrl, startTwo } from '../support/storm.ts'

/** Two processes of the built product on one PostgreSQL and one Redis. */
type Processes = { one: AppServer; two: AppServer }

const test = base.extend<object, { processes: Processes }>({
  processes: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      // With the limits as they are.
      const [one, two] = await startTwo({ env: { RATE_LIMIT_FACTOR: '1' } })
      await use({ one, two })
      await two.dispose()
      await one.dispose()
    },
    { scope: 'worker', timeout: startTimeoutMs },
  ],
})
test.skip(!redisUrl, 'needs a Redis: TEST_REDIS_URL is not set')

type Person = { id: string; token: string }

async function demoPair({ url }: AppServer) {
  const body = (email: string) => ({ body: { email, password: demoPassword } })
  const mentee = await must(url, api.accounts.loginMentee, body('mentee@demo.test'))
  const mentor = await must(url, api.accounts.loginMentor, body('mentor@demo.test'))
  const people = {
    mentee: { id: mentee.menteeId, token: mentee.accessToken },
    mentor: { id: mentor.mentorId, token: mentor.mentorAccessToken },
  }
  const { conversations } = await must(
    url,
    api.chat.mentee.open,
    { body: { mentorId: people.mentor.id } },
    people.mentee,
  )
  return { ...people, conversationId: conversations._id }
}

const write = ({ url }: AppServer, mentee: Person, conversationId: string, message: string) =>
  must(
    url,
    api.chat.mentee.send,
    { params: { conversationId }, body: { message, sender: mentee.id, clientMessageId: randomUUID() } },
    mentee,
  )

const shown = async (page: Page) =>
  (
    await page
      .getByRole('log')
      .getByText(/tab-\d+/)
      .allInnerTexts()
  ).map((text) => /tab-\d+/.exec(text)?.[0])

test('three tabs at two processes show the same, badges are exact, and nothing is missed by one whose process is killed', async ({
  processes: { one, two },
  browser,
}) => {
  const { mentee, mentor, conversationId } = await demoPair(one)
  const tabs: Page[] = []
  for (const { url } of [one, one, two]) {
    const page = await (await browser.newContext({ baseURL: url })).newPage()
    await signIn(page, 'Mentors', 'mentor@demo.test')
    tabs.push(page)
  }
  const unread = () =>
    one.sql<{ n: number }>(
      `select count(*)::int as n from message where conversation_id = $1 and sender_id = $2 and seq >
         (select mentor_read_seq from conversation where id = $1)`,
      [conversationId, mentee.id],
    )
  await Promise.all(tabs.map((page) => page.goto('/mentors/connect/inbox')))
  for (const page of tabs) await expect(page.getByRole('link', { name: 'Rohan Kamat' })).toBeVisible()
  let count = 0
  const writeMany = async (on: readonly AppServer[]) => {
    for (const process of on) await write(process, mentee, conversationId, `tab-${++count}`)
  }
  await writeMany([one, two, one])
  const [{ n } = { n: 0 }] = await unread()
  expect(n).toBeGreaterThanOrEqual(3)
  for (const page of tabs)
    await expect(page.getByText(`${n} unread message${n === 1 ? '' : 's'}`)).toBeAttached()

  await Promise.all(tabs.map((page) => page.goto(`/mentors/connect/inbox/${conversationId}`)))
  const all = () => Array.from({ length: count }, (_, index) => `tab-${index + 1}`)
  const agree = async () => {
    for (const page of tabs) await expect.poll(() => shown(page)).toEqual(all())
  }
  await agree()
  // Read by all of them, by one being read.
  await expect.poll(async () => (await unread())[0]?.n).toBe(0)
  await writeMany([two, one, two, one])
  await agree()

  await two.kill()
  await writeMany([one, one, one])
  await two.start()
  await writeMany([one, two])
  await agree()
  for (const page of tabs) await page.context().close()
  // Nor does the killed one leave a ghost behind.
  const online = () => one.sql('select from online where account_id = $1', [mentor.id])
  await expect.poll(async () => (await online()).length).toBe(0)
})

test('a block at one process ends sockets at the other, and no write gets in after it', async ({
  processes: { one, two },
}) => {
  const moderator = await signInModerator(one)
  const { mentor } = await demoPair(one)
  const measured: number[] = []
  for (let round = 0; round < (isStorm ? 100 : 5); round++) {
    const mentee = await makeMentee(one, 'Devi')
    await subscribe(one, mentee, { ...mentor, email: '' })
    const { conversations } = await must(
      one.url,
      api.chat.mentee.open,
      { body: { mentorId: mentor.id } },
      mentee,
    )
    const stored = () => one.sql('select from message where sender_id = $1', [mentee.id])
    const device = await openDevice(two.url, 'mentee', mentee)
    let isOver = false
    const writing = (async () => {
      while (!isOver) {
        const body = { message: 'still here', sender: mentee.id, clientMessageId: randomUUID() }
        const params = { conversationId: conversations._id }
        const { status } = await send(two.url, api.chat.mentee.send, { params, body }, mentee)
        if (status === 401) return
        expect(status).toBeLessThan(300)
      }
    })()
    const startedAt = performance.now()
    await must(
      one.url,
      api.moderation.changeMenteeStatus,
      { body: { menteeId: mentee.id, isBlocked: true } },
      moderator,
    )
    const committed = (await stored()).length
    measured.push((await device.endedAt) - startedAt)
    await writing
    isOver = true
    expect(await stored()).toHaveLength(committed)
  }
  const sorted = measured.sort((one, other) => one - other).map((ms) => ms.toFixed(0))
  console.log(
    `${sorted.length} blocks → socket at the other process ended: median ${sorted[sorted.length >> 1]}, p99 ${sorted[Math.ceil(sorted.length * 0.99) - 1]}, slowest ${sorted.at(-1)} ms`,
  )
})

test('limits are not doubled by switching', async ({ processes: { one, two } }) => {
  const statuses: number[] = []
  const max = rateLimits.code.perMinute
  const askAs = async (n: number) => {
    const { url } = n % 2 ? one : two
    const body = { email: `nobody-${n}@example.com` }
    return (await send(url, api.accountSettings.mentor.sendOtp, { body })).status
  }
  // Several at once: one after the other they may take longer than the minute in which they count.
  while (statuses.length < max + 10)
    statuses.push(...(await Promise.all(Array.from({ length: 8 }, (_, n) => askAs(statuses.length + n)))))
  expect(statuses.filter((status) => status < 300)).toHaveLength(max)
  expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - max)
})

test('without REDIS_URL a second process says that it needs it, and a killed one is no second', async ({
  processes: { one },
}) => {
  const beside = startAppServer({ database: { url: one.databaseUrl! } })
  await expect(beside).rejects.toThrow('all of them are given the same REDIS_URL')

  const alone = await startAppServer({ database: 'server', env: { DEMO: '0' } })
  const database = { url: alone.databaseUrl! }
  const env = { DEMO: '0' }
  const second = startAppServer({ database, env })
  const sharing = startAppServer({ database, env: { ...env, REDIS_URL: redisUrl } })
  // Whichever is refused first must find somebody who expects it.
  await Promise.all([
    expect(second).rejects.toThrow('another process serves this database'),
    expect(sharing).rejects.toThrow('a process without REDIS_URL serves this database'),
  ])
  await alone.kill()
  await alone.start()
  await alone.dispose()
})
