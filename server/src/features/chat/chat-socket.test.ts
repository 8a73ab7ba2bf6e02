import { api } from '@marga/contract/api'
import type { FullMessage } from '@marga/contract/chat'
import { io, type Socket } from 'socket.io-client'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  conversationOf,
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let address: string
let moderator: TestPerson
let mentor: TestPerson
let mentee: TestPerson
let conversationId: string
const sockets: Socket[] = []

beforeAll(async () => {
  test = await startTestApp()
  address = await test.listen()
  moderator = await newModerator(test)
  mentor = await newMentor(test, moderator)
  mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  conversationId = await conversationOf(test, mentee, mentor)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})
afterAll(() => test.close())

const send = (message: string, clientMessageId = v7(), from = mentee, to = conversationId) =>
  test.call(
    api.chat.mentee.send,
    { params: { conversationId: to }, body: { message, sender: from.id, clientMessageId } },
    from,
  )

type Heard = {
  socket: Socket
  events: { name: string; payload: Record<string, unknown> }[]
  of(name: string): Record<string, unknown>[]
}

async function connect(person: TestPerson, setup: Record<string, unknown> = {}): Promise<Heard> {
  const socket = io(address, { transports: ['websocket'], reconnection: false, forceNew: true })
  sockets.push(socket)
  const events: Heard['events'] = []
  socket.onAny((name: string, payload: Record<string, unknown>) => events.push({ name, payload }))
  socket.emit('setup', { role: person.role, userId: person.id, token: person.token, ...setup })
  const of = (name: string) => events.filter((event) => event.name === name).map((event) => event.payload)
  await expect.poll(() => of('connected').length + of('unauthenticated').length).toBe(1)
  return { socket, events, of }
}

describe('the socket', () => {
  it.each([
    ['https://elsewhere.example', false],
    ['null', false],
    ['http://localhost:3999', true],
  ])('is opened for a page of %s: %s', async (origin, isOpened) => {
    const socket = io(address, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { origin },
    })
    const outcome = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('connect_error', () => resolve(false))
    })
    socket.close()
    expect(outcome).toBe(isOpened)
  })

  it('brings a message to every device of both, once per happening, with the notification inside', async () => {
    const [own, otherA, otherB] = await Promise.all([connect(mentee), connect(mentor), connect(mentor)])
    const sent = ok(await send('hello over there')).responseFromMessageCreation
    for (const heard of [own, otherA, otherB]) {
      await expect
        .poll(() => heard.of('messageReveived').filter((message) => message._id === sent._id))
        .toHaveLength(1)
    }
    const received = otherA.of('messageReveived')[0] as FullMessage & {
      notification: { content: string } | null
    }
    expect(received.notification?.content).toBe('You have reveived a message from Asha')
    expect(received.conversation.participants[0]?.mentor._id).toBe(mentor.id)
    expect(received.receiver._id).toBe(mentor.id)
    expect(own.of('messageReveived')[0]?.notification).toBeNull()
    expect(otherA.of('notification')).toEqual([])
    await expect.poll(() => otherA.of('unread').length).toBeGreaterThan(0)
  })

  it('refuses a setup with a bad token, another id or another role, and tells nothing before one', async () => {
    for (const wrong of [{ token: 'x' }, { userId: mentor.id }, { role: 'mentor' }, { token: 5 }]) {
      const heard = await connect(mentee, wrong)
      expect(heard.of('unauthenticated')[0]?.code).toBe('unauthenticated')
      await expect.poll(() => heard.socket.connected).toBe(false)
    }
  })

  it('passes typing and reading on to the other one and acknowledges', async () => {
    const [from, to] = await Promise.all([connect(mentee), connect(mentor)])
    expect(await from.socket.emitWithAck('typing', { conversationId, isTyping: true })).toEqual({ ok: true })
    await expect.poll(() => to.of('typing')).toEqual([{ conversationId, isTyping: true }])
    expect(await from.socket.emitWithAck('read', { conversationId, seq: 1 })).toEqual({ ok: true })
    await expect.poll(() => to.of('read')).toEqual([{ conversationId, seq: 1 }])
    expect(await from.socket.emitWithAck('typing', { conversationId: 'x' })).toMatchObject({
      ok: false,
      code: 'invalid_request',
    })
    expect(await from.socket.emitWithAck('read', { conversationId: v7(), seq: 1 })).toMatchObject({
      ok: false,
      code: 'not_found',
    })
  })

  it('dies with its session when the person is blocked', async () => {
    const victim = await newMentee(test)
    const heard = await connect(victim)
    ok(
      await test.call(
        api.moderation.changeMenteeStatus,
        { body: { menteeId: victim.id, isBlocked: true } },
        moderator,
      ),
    )
    await expect.poll(() => heard.socket.connected).toBe(false)
    expect(heard.of('unauthenticated')).toHaveLength(1)
  })

  it('announces a published slot to the enrolled as a schedule change, and to nobody else', async () => {
    const stranger = await newMentee(test)
    const [enrolled, outside] = await Promise.all([connect(mentee), connect(stranger)])
    const slot = await publish(test, mentor, hoursAhead(test, 50))
    await expect.poll(() => enrolled.of('scheduler')).toHaveLength(1)
    expect(enrolled.of('scheduler')[0]).toMatchObject({
      mentorId: mentor.id,
      slotId: slot._id,
      change: 'published',
      notification: { content: 'Schedule changed by mentor', type: 'alert' },
    })
    expect(enrolled.of('slots')).toEqual([{ mentorId: mentor.id, slotId: slot._id, status: 'open' }])
    expect(outside.events.map((event) => event.name)).toEqual(['connected'])
  })
})
