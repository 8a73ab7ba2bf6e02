import { setTimeout as sleep } from 'node:timers/promises'
import { test as base, expect } from '@playwright/test'
import { signIn } from '../support/journey.ts'
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
import { type Product, startProduct } from '../support/product.ts'

/** The long storm is a command of its own; these are enough to notice what breaks. */
const kills = Number(process.env.TEST_KILLS ?? 4)
const test = base.extend<{ product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  product: async ({}, use) => {
    const product = await startProduct({ database: 'embedded' })
    await use(product)
    await product.dispose()
  },
})

test('kills in a storm lose and double nothing, in the database and on the other screen', async ({
  product,
  browser,
}) => {
  test.setTimeout(300_000)
  const { url } = product
  const { mentee, mentor } = await signInBoth(url)
  const { conversationId, slotId } = await prepareStorm(url, mentee, mentor)

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
    await product.kill()
    await product.start()
  }
  await sleep(500)
  isOver = true
  const [fromMentee, fromMentor, isBooked] = await storm

  const texts = replay(await readAll(url, mentee, conversationId), [...fromMentee, ...fromMentor])
  console.log(`${kills} kills: ${texts.length} messages acknowledged, stored once each`)
  await expect.poll(async () => (await shownTexts(page)).length, { timeout: 30_000 }).toBe(texts.length)
  expect(await shownTexts(page)).toEqual(texts)
  await checkBooking(url, mentee, mentor, slotId, isBooked)
})
