import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import type { Message } from '@marga/contract/chat'
import type { MemberRole } from '@marga/contract/roles'
import { expect, type Page } from '@playwright/test'
import { insist, must } from './client.ts'
import { openMessageSocket } from './message-socket.ts'
import { demoPassword } from './sign-in.ts'

export type Person = { id: string; token: string }

export async function signInBoth(url: string): Promise<{ mentee: Person; mentor: Person }> {
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

/**
 * Writes without a pause and notes what was acknowledged: every other message over the socket as the browser does, by
 * HTTP with the same id where that gives no answer.
 */
export async function writeStorm(
  urls: readonly string[],
  side: MemberRole,
  person: Person,
  conversationId: string,
  isOver: () => boolean,
) {
  const acknowledged: { text: string; seq: number; clientMessageId: string }[] = []
  const sockets = urls.map((url) => openMessageSocket(url, side, person))
  let bySocket = 0
  try {
    // Between two kills there may be no time for a socket: it goes on until one has carried a message.
    for (let n = 0; !isOver() || bySocket === 0; n++) {
      const text = `storm-${side}-${n}`
      const clientMessageId = randomUUID()
      const socket = n % 2 ? sockets[(n >> 1) % sockets.length] : undefined
      const reply = await socket?.send({ conversationId, message: text, clientMessageId })
      if (reply?.ok) bySocket++
      const seq = reply?.ok
        ? reply.message.seq
        : await insistByHttp(urls, side, person, { conversationId, text, clientMessageId })
      acknowledged.push({ text, seq, clientMessageId })
      await sleep(60)
    }
  } finally {
    for (const socket of sockets) socket.close()
  }
  return acknowledged
}

async function insistByHttp(
  urls: readonly string[],
  side: MemberRole,
  person: Person,
  written: { conversationId: string; text: string; clientMessageId: string },
): Promise<number> {
  const { conversationId, text, clientMessageId } = written
  const body = { message: text, sender: person.id, clientMessageId }
  const { status, body: answer } = await insist(
    inTurn(urls),
    api.chat[side].send,
    { params: { conversationId }, body },
    person,
  )
  expect([200, 201], JSON.stringify(answer)).toContain(status)
  return answer.responseFromMessageCreation.seq
}

/** Books and cancels one slot in turn; a retry carries the same key. @returns the last acknowledged state */
export async function bookingStorm(
  urls: readonly string[],
  mentee: Person,
  slotId: string,
  isOver: () => boolean,
) {
  let isBooked = false
  while (!isOver()) {
    const key = randomUUID()
    const answer = isBooked
      ? await insist(inTurn(urls), api.slots.cancel, { body: { slotId } }, { ...mentee, key })
      : await insist(
          inTurn(urls),
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

export async function readAll(url: string, mentee: Person, conversationId: string): Promise<Message[]> {
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

/** Every process is asked first as often as the others. */
const inTurn = (urls: readonly string[]) => {
  const from = Math.floor(Math.random() * urls.length)
  return [...urls.slice(from), ...urls.slice(0, from)]
}

type Acknowledged = Awaited<ReturnType<typeof writeStorm>>

/** Replays what was acknowledged: each message is stored once, under its number, without a gap. @returns the texts in order */
export function replay(stored: readonly Message[], acknowledged: Acknowledged): string[] {
  expect(stored.map((message) => message.seq)).toEqual(stored.map((_, index) => index + 1))
  const byClientId = new Map(stored.map((message) => [message.clientMessageId, message]))
  for (const { text, seq, clientMessageId } of acknowledged)
    expect(byClientId.get(clientMessageId)).toMatchObject({ message: text, seq })
  const texts = stored.map((message) => message.message).filter((text) => text.startsWith('storm-'))
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.length).toBe(acknowledged.length)
  return texts
}

/** The storm's messages as a page shows them, from top to bottom. */
export async function shownTexts(page: Page) {
  // A long thread keeps in the page what is near its end: the rest is asked for as a reader would.
  const earlier = page.getByRole('log').getByRole('button', { name: 'Show earlier messages' })
  while (await earlier.isVisible()) await earlier.click({ timeout: 2_000 }).catch(() => {})
  const shown = await page
    .getByRole('log')
    .getByText(/storm-/)
    .allInnerTexts()
  return shown.map((text) => /storm-\w+-\d+/.exec(text)?.[0])
}

async function countCalls(url: string, mentee: Person, mentor: Person): Promise<number> {
  const params = { menteeId: mentee.id }
  const { allMentorsSubscribed } = await must(url, api.enrollments.subscribedMentors, { params }, mentee)
  return allMentorsSubscribed.find(({ mentorId }) => mentorId._id === mentor.id)!.callsLeft
}

type Prepared = Awaited<ReturnType<typeof prepareStorm>>

/** The slot is as the last acknowledged booking or cancel left it, and the call is counted once. */
export async function checkBooking(
  url: string,
  mentee: Person,
  mentor: Person,
  { slotId, callsLeft }: Prepared,
  isBooked: boolean,
) {
  const after = await must(url, api.slots.forMentee, { params: { mentorId: mentor.id } }, mentee)
  expect(after.timeSlots.find((each) => each._id === slotId)?.status).toBe(isBooked ? 'booked' : 'open')
  expect(await countCalls(url, mentee, mentor)).toBe(isBooked ? callsLeft - 1 : callsLeft)
}

/** The conversation of the two, a session that is far enough away to be cancelled, and the calls that are left before. */
export async function prepareStorm(url: string, mentee: Person, mentor: Person) {
  const { conversations } = await must(url, api.chat.mentee.open, { body: { mentorId: mentor.id } }, mentee)
  const { timeSlots } = await must(url, api.slots.forMentee, { params: { mentorId: mentor.id } }, mentee)
  const { bookedSlots } = await must(url, api.slots.booked, { params: { menteeId: mentee.id } }, mentee)
  const inTwoDays = Date.now() + 48 * 3_600_000
  // On some days the mentee's call with another mentor lies where this one's first open hour does.
  const slot = timeSlots.find(
    (each) =>
      each.status === 'open' &&
      each.type === 'session' &&
      Date.parse(each.start) > inTwoDays &&
      bookedSlots.every((own) => own.end <= each.start || own.start >= each.end),
  )!
  return {
    conversationId: conversations._id,
    slotId: slot._id,
    callsLeft: await countCalls(url, mentee, mentor),
  }
}
