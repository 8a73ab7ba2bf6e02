import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { findPostgresPrograms, startPostgres } from '../../testkit/postgres.mjs'
import {
  bookingStorm,
  checkBooking,
  prepareStorm,
  readAll,
  replay,
  shownTexts,
  signInBoth,
  writeStorm,
} from '../support/message-storm.ts'
import { signIn } from '../support/sign-in.ts'
import { isStorm, redisUrl, startTwo } from '../support/storm.ts'

/** Kills of two servers and of their PostgreSQL in a storm: R2 of docs/goals.md in `npm run storm`, a short form otherwise. */
const size = isStorm ? { servers: 50, databases: 10 } : { servers: 3, databases: 1 }
test.skip(
  !redisUrl || !findPostgresPrograms(),
  'needs a Redis (TEST_REDIS_URL) and the programs of PostgreSQL',
)

test('kills of servers and of PostgreSQL lose and double nothing, on three screens', async ({ browser }) => {
  test.setTimeout(1_200_000)
  const postgres = await startPostgres()
  const [one, two] = await startTwo({ database: postgres })
  const urls = [one.url, two.url]
  const { mentee, mentor } = await signInBoth(one.url)
  const prepared = await prepareStorm(one.url, mentee, mentor)
  const { conversationId, slotId } = prepared
  const tabs: Page[] = []
  for (const url of [one.url, one.url, two.url]) {
    tabs.push(await openTab(browser, url, conversationId))
  }

  let isOver = false
  const storm = Promise.all([
    writeStorm(urls, 'mentee', mentee, conversationId, () => isOver),
    writeStorm(urls, 'mentor', mentor, conversationId, () => isOver),
    bookingStorm(urls, mentee, slotId, () => isOver),
  ])
  // A failure is told at once, not when the kills are done.
  let failure: unknown
  storm.catch((error: unknown) => {
    failure = error
  })
  const every = Math.ceil(size.servers / size.databases)
  let databases = 0
  for (let n = 0; n < size.servers && !failure; n++) {
    const killed = n % 2 ? one : two
    await sleep(Math.random() * 400)
    await killed.kill()
    if (n % every === every - 1) {
      await postgres.kill()
      databases++
      await postgres.start()
    }
    await killed.start()
    // Tokens live ten minutes.
    if (n % 10 === 9) {
      const again = await signInBoth(killed.url)
      Object.assign(mentee, again.mentee)
      Object.assign(mentor, again.mentor)
    }
  }
  isOver = true
  const [fromMentee, fromMentor, isBooked] = await storm

  const texts = replay(await readAll(one.url, mentee, conversationId), [...fromMentee, ...fromMentor])
  for (const page of tabs) {
    await expect.poll(async () => (await shownTexts(page)).length, { timeout: 90_000 }).toBe(texts.length)
    expect(await shownTexts(page)).toEqual(texts)
  }
  await checkBooking(one.url, mentee, mentor, prepared, isBooked)
  console.log(
    `${size.servers} kills of servers and ${databases} of PostgreSQL: ${texts.length} messages acknowledged, stored once each, the same on three screens`,
  )
  for (const page of tabs) await page.context().close()
  await two.dispose()
  await one.dispose()
  await postgres.dispose()
})

/** The mentor's conversation. */
async function openTab(browser: Browser, url: string, conversationId: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage()
  await signIn(page, 'Mentors', 'mentor@demo.test')
  await page.goto(`/mentors/connect/inbox/${conversationId}`)
  await expect(page.getByRole('textbox', { name: /message/i })).toBeVisible()
  return page
}
