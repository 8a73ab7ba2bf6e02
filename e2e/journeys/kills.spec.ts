import { setTimeout as sleep } from 'node:timers/promises'
import { test as base, expect } from '@playwright/test'
import { type AppServer, startAppServer } from '../support/app-server.ts'
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

/** The long storm is a command of its own; these are enough to notice what breaks. */
const kills = Number(process.env.TEST_KILLS ?? 4)
const test = base.extend<{ app: AppServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  app: async ({}, use) => {
    const app = await startAppServer({ database: 'embedded' })
    await use(app)
    await app.dispose()
  },
})

test('kills in a storm lose and double nothing, in the database and on the other screen', async ({
  app,
  browser,
}) => {
  const { url } = app
  const { mentee, mentor } = await signInBoth(url)
  const prepared = await prepareStorm(url, mentee, mentor)
  const { conversationId, slotId } = prepared

  const page = await (await browser.newContext({ baseURL: url })).newPage()
  await signIn(page, 'Mentors', 'mentor@demo.test')
  await page.goto(`/mentors/connect/inbox/${conversationId}`)
  await expect(page.getByRole('textbox', { name: /message/i })).toBeVisible()

  let isOver = false
  const storm = Promise.all([
    writeStorm([url], 'mentee', mentee, conversationId, () => isOver),
    writeStorm([url], 'mentor', mentor, conversationId, () => isOver),
    bookingStorm([url], mentee, slotId, () => isOver),
  ])
  for (let n = 0; n < kills; n++) {
    await sleep(150 + Math.random() * 600)
    await app.kill()
    await app.start()
  }
  await sleep(500)
  isOver = true
  const [fromMentee, fromMentor, isBooked] = await storm

  const texts = replay(await readAll(url, mentee, conversationId), [...fromMentee, ...fromMentor])
  console.log(`${kills} kills: ${texts.length} messages acknowledged, stored once each`)
  await expect.poll(async () => (await shownTexts(page)).length, { timeout: 90_000 }).toBe(texts.length)
  expect(await shownTexts(page)).toEqual(texts)
  await checkBooking(url, mentee, mentor, prepared, isBooked)
})
