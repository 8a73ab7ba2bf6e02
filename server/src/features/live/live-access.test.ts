import { api } from '@marga/contract/api'
import { io, type Socket } from 'socket.io-client'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  book,
  conversationOf,
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  signInMentee,
  signInMentor,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const minuteMs = 60_000
let test: TestApp
let address: string
let moderator: TestPerson
const sockets: Socket[] = []

beforeAll(async () => {
  test = await startTestApp({
    env: { TURN_URLS: 'turn:turn.test:3478', TURN_SECRET: 'a secret that coturn knows too' },
  })
  address = await test.listen()
  moderator = await newModerator(test)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})
afterAll(() => test.close())

/** Two people with a booked session of an hour. */
async function pair() {
  const mentor = await newMentor(test, await asModerator())
  const mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  const slot = await publish(test, mentor, hoursAhead(test, 2))
  ok(await book(test, mentee, slot._id))
  const at = (minutesFromStart: number) =>
    test.clock.advance(Date.parse(slot.start) + minutesFromStart * minuteMs - test.clock.now().getTime())
  return { mentor, mentee, slotId: slot._id, slot, at }
}
/** A token lives ten minutes and the clock is ours. */
const again = (person: TestPerson) =>
  person.role === 'mentor' ? signInMentor(test, person.email) : signInMentee(test, person.email)

async function asModerator(): Promise<TestPerson> {
  const body = { email: moderator.email, password: testPassword }
  const login = ok(await test.call(api.accounts.loginModerator, { body }))
  return { ...moderator, token: login.moderatorAccessToken }
}

const verify = (person: TestPerson, slotId: string) =>
  test.call(api.live.verify, { body: { userId: person.id, slotId } }, person)

type Heard = { socket: Socket; of(name: string): Record<string, unknown>[] }
async function connect(person: TestPerson): Promise<Heard> {
  const socket = io(address, { transports: ['websocket'], reconnection: false, forceNew: true })
  sockets.push(socket)
  const events: { name: string; payload: Record<string, unknown> }[] = []
  socket.onAny((name: string, payload: Record<string, unknown>) => events.push({ name, payload }))
  socket.emit('setup', { role: person.role, userId: person.id, token: person.token })
  const of = (name: string) => events.filter((event) => event.name === name).map((event) => event.payload)
  await expect.poll(() => of('connected').length).toBe(1)
  return { socket, of }
}
const send = (heard: Heard, event: string, payload: object) =>
  heard.socket.emitWithAck(event, payload) as Promise<Record<string, unknown>>

describe('the way into the room', () => {
  it('tells the two who, when, where they write and by which relay', async () => {
    const { mentor, mentee, slotId, slot, at } = await pair()
    const conversationId = await conversationOf(test, mentee, mentor)
    at(-5)
    const { room, iceServers } = ok(await verify(await again(mentee), slotId))
    expect(room).toMatchObject({ slotId, start: slot.start, end: slot.end, conversationId })
    expect(room.peer._id).toBe(mentor.id)
    expect(Date.parse(room.start) - Date.parse(room.opensAt)).toBe(10 * minuteMs)
    expect(Date.parse(room.closesAt) - Date.parse(room.end)).toBe(15 * minuteMs)
    expect(room.attendance.mentor).toEqual({ isPresent: false, firstJoinedAt: null })
    expect(Number(iceServers[0]?.username?.split(':')[0])).toBeGreaterThan(Date.parse(room.closesAt) / 1000)
    expect(ok(await verify(await again(mentor), slotId)).room.peer._id).toBe(mentee.id)
  })

  it('opens ten minutes before the start and closes a quarter of an hour after the end', async () => {
    const { mentor, slotId, slot, at } = await pair()
    at(-10.02)
    const early = await verify(await again(mentor), slotId)
    expect([early.status, early.body.code]).toEqual([403, 'too_early'])
    expect(Date.parse(early.body.opensAt as string)).toBe(Date.parse(slot.start) - 10 * minuteMs)
    at(-10)
    expect((await verify(await again(mentor), slotId)).status).toBe(200)
    at(74.9)
    expect((await verify(await again(mentor), slotId)).status).toBe(200)
    at(75)
    const late = await verify(await again(mentor), slotId)
    expect([late.status, late.body.code]).toEqual([403, 'ended'])
  })

  it('does not exist for anybody else, whatever they know', async () => {
    const { mentor, mentee, slotId, at } = await pair()
    const strangers = [await newMentee(test), await newMentor(test, await asModerator())]
    at(0)
    for (const stranger of strangers) {
      const person = await again(stranger)
      expect((await verify(person, slotId)).status).toBe(404)
      expect((await test.call(api.live.notes, { params: { slotId } }, person)).status).toBe(404)
      const heard = await connect(person)
      const payloads = {
        'live:join': {},
        'live:signal': {},
        'live:state': { isMuted: true, isCameraOff: true, isSharing: false },
        'live:notes': { text: 'mine', version: 0 },
        'live:leave': {},
      }
      for (const [event, payload] of Object.entries(payloads))
        expect(await send(heard, event, { slotId, ...payload }), event).toMatchObject(
          event === 'live:leave' ? { ok: true } : { ok: false, code: 'not_found' },
        )
    }
    const official = await asModerator()
    expect((await verify(official, slotId)).status).toBe(403)
    expect(await send(await connect(official), 'live:join', { slotId })).toMatchObject({
      ok: false,
      code: 'not_found',
    })
    // Another person's id, an expired token, a room of no slot.
    const own = await again(mentee)
    const asOther = await test.call(api.live.verify, { body: { userId: mentor.id, slotId } }, own)
    expect([asOther.status, asOther.body.code]).toEqual([403, 'forbidden'])
    expect((await verify(mentee, slotId)).status).toBe(401)
    expect((await verify(own, v7())).status).toBe(404)
  })

  it('is closed to a pair of whom one has blocked the other', async () => {
    const { mentor, mentee, slotId, at } = await pair()
    at(0)
    const person = await again(mentee)
    ok(await test.call(api.accountSettings.mentee.blockPerson, { body: { personId: mentor.id } }, person))
    expect((await verify(person, slotId)).status).toBe(404)
    expect((await verify(await again(mentor), slotId)).status).toBe(404)
  })
})
