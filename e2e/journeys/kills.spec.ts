import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import type { Message } from '@marga/contract/chat'
import { test as base, expect } from '@playwright/test'
import { insist, must } from '../support/client.ts'
import { demoPassword, signIn } from '../support/journey.ts'
import { type Product, startProduct } from '../support/product.ts'

/** The long storm is a command of its own; these are enough to notice what breaks. */
const kills = Number(process.env.TEST_KILLS ?? 8)
const test = base.extend<{ product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  product: async ({}, use) => {
    const product = await startProduct({ database: 'embedded' })
    await use(product)
    await product.dispose()
  },
})

type Person = { id: string; token: string }

async function signInBoth(url: string): Promise<{ mentee: Person; mentor: Person }> {
  const mentee = await must(url, api.accounts.loginMentee, {
    body: { email: 'mentee@demo.test', password: demoPassword },
  })
  const mentor = await must(url, api.accounts.loginMentor, {
    body: { email: 'mentor@demo.test', password: demoPassword },
  })
  return {
    mentee: { id: mentee.menteeId, token: mentee.accessToken },
    mentor: { id: mentor.mentorId, token: mentor.mentorAccessToken },
  }
}

/** Writes without a pause and notes what was acknowledged. */
async function writeStorm(
  url: string,
  side: 'mentee' | 'mentor',
  person: Person,
  conversationId: string,
  isOver: () => boolean,
) {
  const acknowledged: { text: string; seq: number; clientMessageId: string }[] = []
  for (let n = 0; !isOver(); n++) {
    const text = `storm-${side}-${n}`
    const clientMessageId = randomUUID()
    const body = { message: text, sender: person.id, clientMessageId }
    const { status, body: answer } = await insist(
      url,
      api.chat[side].send,
      { params: { conversationId }, body },
      person,
    )
    expect([200, 201]).toContain(status)
    acknowledged.push({ text, seq: answer.responseFromMessageCreation.seq, clientMessageId })
    await sleep(60)
  }
  return acknowledged
}

/** Books and cancels one slot in turn; a retry carries the same key. @returns the last acknowledged state */
async function bookingStorm(url: string, mentee: Person, slotId: string, isOver: () => boolean) {
  let isBooked = false
  while (!isOver()) {
    const key = randomUUID()
    const answer = isBooked
      ? await insist(url, api.slots.cancel, { body: { slotId } }, { ...mentee, key })
      : await insist(
          url,
          api.slots.book,
          { body: { slotId, values: { menteeId: mentee.id } } },
          { ...mentee, key },
        )
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    isBooked = !isBooked
    await sleep(45)
  }
  return isBooked
}

async function readAll(url: string, mentee: Person, conversationId: string): Promise<Message[]> {
  const all: Message[] = []
  for (;;) {
    const after = all.at(-1)?.seq ?? 0
    const page = await must(
      url,
      api.chat.mentee.messages,
      { params: { conversationId }, query: { after, limit: 100 } },
      mentee,
    )
    all.push(...page.messages)
    if (!page.hasMore) return all
  }
}

test('kills in a storm lose and double nothing, in the database and on the other screen', async ({
  product,
  browser,
}) => {
  test.setTimeout(300_000)
  const { url } = product
  const { mentee, mentor } = await signInBoth(url)
  const { conversations } = await must(url, api.chat.mentee.open, { body: { mentorId: mentor.id } }, mentee)
  const conversationId = conversations._id
  const { timeSlots } = await must(url, api.slots.forMentee, { params: { mentorId: mentor.id } }, mentee)
  const inTwoDays = Date.now() + 48 * 3_600_000
  const slot = timeSlots.find(
    (each) => each.status === 'open' && each.type === 'session' && Date.parse(each.start) > inTwoDays,
  )!

  const page = await (await browser.newContext({ baseURL: url })).newPage()
  await signIn(page, 'Mentors', 'mentor@demo.test')
  await page.goto(`/mentors/connect/inbox/${conversationId}`)
  await expect(page.getByRole('textbox', { name: /message/i })).toBeVisible()

  let isOver = false
  const storm = Promise.all([
    writeStorm(url, 'mentee', mentee, conversationId, () => isOver),
    writeStorm(url, 'mentor', mentor, conversationId, () => isOver),
    bookingStorm(url, mentee, slot._id, () => isOver),
  ])
  for (let n = 0; n < kills; n++) {
    await sleep(150 + Math.random() * 600)
    await product.kill()
    await product.start()
  }
  await sleep(500)
  isOver = true
  const [fromMentee, fromMentor, isBooked] = await storm

  const stored = await readAll(url, mentee, conversationId)
  expect(stored.map((message) => message.seq)).toEqual(stored.map((_, index) => index + 1))
  const byClientId = new Map(stored.map((message) => [message.clientMessageId, message]))
  for (const { text, seq, clientMessageId } of [...fromMentee, ...fromMentor]) {
    expect(byClientId.get(clientMessageId)).toMatchObject({ message: text, seq })
  }
  const storedTexts = stored.map((message) => message.message).filter((text) => text.startsWith('storm-'))
  expect(new Set(storedTexts).size).toBe(storedTexts.length)
  expect(storedTexts.length).toBe(fromMentee.length + fromMentor.length)
  console.log(`${kills} kills: ${storedTexts.length} messages acknowledged, stored once each`)

  const shownTexts = async () =>
    (
      await page
        .getByRole('log')
        .getByText(/storm-/)
        .allInnerTexts()
    ).map((text) => /storm-\w+-\d+/.exec(text)?.[0])
  await expect.poll(async () => (await shownTexts()).length, { timeout: 30_000 }).toBe(storedTexts.length)
  expect(await shownTexts()).toEqual(storedTexts)

  const after = await must(url, api.slots.forMentee, { params: { mentorId: mentor.id } }, mentee)
  expect(after.timeSlots.find((each) => each._id === slot._id)?.status).toBe(isBooked ? 'booked' : 'open')
  const { allMentorsSubscribed } = await must(
    url,
    api.enrollments.subscribedMentors,
    { params: { menteeId: mentee.id } },
    mentee,
  )
  // The demo's own booking has taken one call.
  expect(allMentorsSubscribed[0]?.callsLeft).toBe(isBooked ? 2 : 3)
})
