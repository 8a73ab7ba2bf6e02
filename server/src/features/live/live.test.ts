import { api } from '@marga/contract/api'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

async function enter(person: TestPerson, slotId: string): Promise<Heard> {
  const heard = await connect(await again(person))
  expect(await send(heard, 'live:join', { slotId })).toMatchObject({ ok: true })
  return heard
}

describe('in the room', () => {
  let two: Awaited<ReturnType<typeof pair>>
  let slotId: string
  beforeEach(async () => {
    two = await pair()
    slotId = two.slotId
    two.at(-5)
  })

  it('says who is there already, and hears of the other’s coming and going', async () => {
    const mentee = await connect(await again(two.mentee))
    expect(await send(mentee, 'live:join', { slotId })).toEqual({ ok: true, peer: { isPresent: false } })
    const mentor = await connect(await again(two.mentor))
    expect(await send(mentor, 'live:join', { slotId })).toEqual({ ok: true, peer: { isPresent: true } })
    await expect.poll(() => mentee.of('live:peer')).toEqual([{ slotId, change: 'joined' }])
    expect(ok(await verify(await again(two.mentee), slotId)).room.attendance.mentor.isPresent).toBe(true)
    mentor.socket.close()
    await expect.poll(() => mentee.of('live:peer').at(-1)).toEqual({ slotId, change: 'reconnecting' })
    const back = await enter(two.mentor, slotId)
    await expect.poll(() => mentee.of('live:peer').at(-1)).toEqual({ slotId, change: 'joined' })
    expect(await send(back, 'live:leave', { slotId })).toEqual({ ok: true })
    await expect.poll(() => mentee.of('live:peer').at(-1)).toEqual({ slotId, change: 'left' })
  })

  it('relays signals and states to the other alone', async () => {
    const other = await pair()
    const [mentee, mentor, elsewhere] = [
      await enter(two.mentee, slotId),
      await enter(two.mentor, slotId),
      await connect(await again(other.mentor)),
    ]
    const signal = { slotId, description: { type: 'offer', sdp: 'v=0' }, from: 'a', to: 'b' }
    expect(await send(mentee, 'live:signal', signal)).toEqual({ ok: true })
    await expect.poll(() => mentor.of('live:signal')).toEqual([signal])
    const state = { slotId, isMuted: true, isCameraOff: false, isSharing: false }
    expect(await send(mentor, 'live:state', state)).toEqual({ ok: true })
    await expect.poll(() => mentee.of('live:state')).toEqual([state])
    expect(mentee.of('live:signal')).toEqual([])
    expect(elsewhere.of('live:signal')).toEqual([])
  })

  it('refuses signals from outside, after leaving, malformed, too large or in a flood', async () => {
    const mentor = await enter(two.mentor, slotId)
    const mentee = await connect(await again(two.mentee))
    const signal = { slotId, candidate: { candidate: 'x' } }
    expect(await send(mentee, 'live:signal', signal)).toMatchObject({ ok: false, code: 'not_found' })
    await send(mentee, 'live:join', { slotId })
    for (const bad of [
      { slotId: 'x' },
      { slotId, description: 'offer' },
      { slotId, description: { type: 'bomb' } },
      { slotId, description: { type: 'offer', sdp: 'x'.repeat(40_001) } },
      null,
      'text',
    ])
      expect(await send(mentee, 'live:signal', bad as object)).toMatchObject({
        ok: false,
        code: 'invalid_request',
      })
    const flood = await Promise.all(Array.from({ length: 400 }, () => send(mentee, 'live:signal', signal)))
    expect(flood.filter((response) => response.code === 'rate_limited').length).toBeGreaterThan(50)
    await expect.poll(() => mentor.of('live:signal').length).toBeLessThanOrEqual(300)
    await send(mentee, 'live:leave', { slotId })
    expect(await send(mentee, 'live:signal', signal)).toMatchObject({ ok: false, code: 'not_found' })
  })

  it('lets a second tab take over with a word to the first', async () => {
    const mentor = await enter(two.mentor, slotId)
    const first = await enter(two.mentee, slotId)
    const second = await enter(two.mentee, slotId)
    await expect.poll(() => first.of('live:taken')).toEqual([{ slotId }])
    expect(second.of('live:taken')).toEqual([])
    expect(await send(first, 'live:signal', { slotId })).toMatchObject({ ok: false, code: 'not_found' })
    expect(await send(second, 'live:signal', { slotId })).toEqual({ ok: true })
    await expect.poll(() => mentor.of('live:signal')).toEqual([{ slotId }])
    // The older tab going away does not count as the person going away.
    first.socket.close()
    await send(mentor, 'live:signal', { slotId })
    await expect.poll(() => second.of('live:signal')).toHaveLength(1)
    expect(mentor.of('live:peer').map(({ change }) => change)).not.toContain('reconnecting')
  })

  it('throws a person out who is blocked during the call, and ends it for the other', async () => {
    const mentor = await enter(two.mentor, slotId)
    const mentee = await enter(two.mentee, slotId)
    ok(
      await test.call(
        api.moderation.changeMenteeStatus,
        { body: { menteeId: two.mentee.id, isBlocked: true } },
        await asModerator(),
      ),
    )
    await expect.poll(() => mentee.socket.connected).toBe(false)
    // Told why before the socket went, by no more than the one word.
    expect(mentee.of('live:ended')).toEqual([{ slotId, reason: 'blocked' }])
    await expect.poll(() => mentor.of('live:ended')).toEqual([{ slotId, reason: 'blocked' }])
    expect(await send(mentor, 'live:signal', { slotId })).toMatchObject({ ok: false })
    expect(await send(mentor, 'live:join', { slotId })).toMatchObject({ ok: false, code: 'not_found' })
  })

  it('ends when a person logs out, for that person only', async () => {
    const mentor = await enter(two.mentor, slotId)
    const person = await again(two.mentee)
    const mentee = await connect(person)
    await send(mentee, 'live:join', { slotId })
    ok(await test.call(api.accounts.logoutMentee, { body: { refreshToken: person.refreshToken } }, person))
    await expect.poll(() => mentee.socket.connected).toBe(false)
    expect(mentee.of('live:ended')).toEqual([{ slotId, reason: 'revoked' }])
    await expect.poll(() => mentor.of('live:peer').at(-1)).toEqual({ slotId, change: 'left' })
    expect(mentor.of('live:ended')).toEqual([])
  })

  it('ends for both when one blocks the other, and when the time is up', async () => {
    const mentor = await enter(two.mentor, slotId)
    const mentee = await enter(two.mentee, slotId)
    const person = await again(two.mentee)
    ok(await test.call(api.accountSettings.mentee.blockPerson, { body: { personId: two.mentor.id } }, person))
    await test.app.liveRooms.sweep()
    await expect.poll(() => mentor.of('live:ended')).toEqual([{ slotId, reason: 'blocked' }])
    await expect.poll(() => mentee.of('live:ended')).toEqual([{ slotId, reason: 'blocked' }])

    const later = await pair()
    later.at(10)
    const late = await enter(later.mentor, later.slotId)
    later.at(75)
    expect(await send(late, 'live:signal', { slotId: later.slotId })).toMatchObject({
      ok: false,
      code: 'ended',
    })
    await test.app.liveRooms.sweep()
    await expect.poll(() => late.of('live:ended')).toEqual([{ slotId: later.slotId, reason: 'time' }])
  })
})
