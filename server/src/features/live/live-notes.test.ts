import { api } from '@marga/contract/api'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  book,
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

async function enter(person: TestPerson, slotId: string): Promise<Heard> {
  const heard = await connect(await again(person))
  expect(await send(heard, 'live:join', { slotId })).toMatchObject({ ok: true })
  return heard
}

describe('notes', () => {
  it('are kept with the session and refuse to write over what was not read', async () => {
    const { mentor, mentee, slotId, at } = await pair()
    at(1)
    const [a, b] = [await again(mentee), await again(mentor)]
    const inRoom = await enter(mentor, slotId)
    const read = async () => ok(await test.call(api.live.notes, { params: { slotId } }, b))
    const write = (text: string, version: number, by = a) =>
      test.call(api.live.saveNotes, { params: { slotId }, body: { text, version } }, by)
    expect(await read()).toEqual({ text: '', version: 0, updatedAt: null })
    expect(ok(await write('first', 0))).toMatchObject({ text: 'first', version: 1 })
    await expect.poll(() => inRoom.of('live:notes')).toEqual([{ slotId, text: 'first', version: 1 }])
    const conflict = await write('mine', 0, b)
    expect([conflict.status, conflict.body.code]).toEqual([409, 'version_conflict'])
    expect(conflict.body).toMatchObject({ text: 'first', version: 1 })
    expect(ok(await write('second', 1, b)).version).toBe(2)
    expect((await write('x'.repeat(20_001), 2)).status).toBe(400)
    const racers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => write(`race ${n}`, 2, n % 2 ? a : b)),
    )
    expect(racers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await send(inRoom, 'live:notes', { slotId, text: 'by socket', version: 3 })).toEqual({
      ok: true,
      version: 4,
    })
    expect((await read()).text).toBe('by socket')
  })

  it('are written past no block, by neither side, over HTTP or by the socket; what is there stays readable', async () => {
    const { mentor, mentee, slotId, at } = await pair()
    at(1)
    const [a, b] = [await again(mentee), await again(mentor)]
    const write = (by: TestPerson, version: number) =>
      test.call(api.live.saveNotes, { params: { slotId }, body: { text: 'once more', version } }, by)
    const tries = async (version: number) => [
      (await write(a, version)).status,
      (await write(b, version)).status,
    ]
    const inRoom = await enter(mentor, slotId)
    const block = { body: { personId: mentor.id } }
    ok(await test.call(api.accountSettings.mentee.blockPerson, block, a))
    expect(await tries(0)).toEqual([404, 404])
    const unblock = { params: { personId: mentor.id } }
    ok(await test.call(api.accountSettings.mentee.unblockPerson, unblock, a))
    expect(ok(await write(a, 0)).version).toBe(1)
    ok(await test.call(api.accountSettings.mentee.blockPerson, block, a))
    expect(await tries(1)).toEqual([404, 404])
    expect(await send(inRoom, 'live:notes', { slotId, text: 'by socket', version: 1 })).toMatchObject({
      ok: false,
    })
    expect(ok(await test.call(api.live.notes, { params: { slotId } }, b)).text).toBe('once more')
    ok(await test.call(api.accountSettings.mentee.unblockPerson, unblock, a))
    const status = { body: { menteeId: mentee.id, isBlocked: true } }
    ok(await test.call(api.moderation.changeMenteeStatus, status, await asModerator()))
    expect((await write(b, 1)).status).toBe(404)
  })
})
