import { api } from '@marga/contract/api'
import { io, type Socket } from 'socket.io-client'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

async function enter(person: TestPerson, slotId: string): Promise<Heard> {
  const heard = await connect(await again(person))
  expect(await send(heard, 'live:join', { slotId })).toMatchObject({ ok: true })
  return heard
}

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

describe('attendance', () => {
  const settle = () => test.app.jobHandlers['live:settle']({})
  const slotOf = async (mentor: TestPerson, slotId: string) =>
    ok(await test.call(api.slots.get, { params: { slotId } }, await again(mentor))).data
  const callsLeft = async (mentee: TestPerson) =>
    ok(
      await test.call(
        api.enrollments.subscribedMentors,
        { params: { menteeId: mentee.id } },
        await again(mentee),
      ),
    ).allMentorsSubscribed[0]?.callsLeft
  const alerts = async (person: TestPerson) =>
    ok(
      await test.call(
        person.role === 'mentee' ? api.notifications.mentee.list : api.notifications.mentor.list,
        { params: { ownId: person.id }, query: { limit: 3 } },
        await again(person),
      ),
    ).notifications

  type Way = 'absent' | 'late' | 'left early' | 'present'
  const ways: Record<Way, { in: number; out: number } | undefined> = {
    absent: undefined,
    late: { in: 12, out: 60 },
    'left early': { in: -3, out: 30 },
    present: { in: -5, out: 61 },
  }
  const names = Object.keys(ways) as Way[]
  const matrix = names.flatMap((mentee) => names.map((mentor) => [mentee, mentor] as const))

  it.each(matrix)('mentee %s, mentor %s', async (menteeWay, mentorWay) => {
    const { mentor, mentee, slotId, at } = await pair()
    const steps = [
      { person: mentee, way: ways[menteeWay] },
      { person: mentor, way: ways[mentorWay] },
    ].flatMap(({ person, way }) =>
      way
        ? [
            { person, at: way.in },
            { person, at: way.out },
          ]
        : [],
    )
    const inside = new Map<string, Heard>()
    for (const step of steps.sort((a, b) => a.at - b.at)) {
      at(step.at)
      const heard = inside.get(step.person.id)
      if (heard) await send(heard, 'live:leave', { slotId })
      else inside.set(step.person.id, await enter(step.person, slotId))
    }
    at(75.5)
    await settle()
    expect((await slotOf(mentor, slotId)).status).toBe('booked')
    at(77)
    await Promise.all([settle(), settle()])
    await settle()
    const slot = await slotOf(mentor, slotId)
    const missedBy =
      menteeWay === 'absent'
        ? mentorWay === 'absent'
          ? 'both'
          : 'mentee'
        : mentorWay === 'absent'
          ? 'mentor'
          : null
    expect([slot.status, slot.missedBy]).toEqual([missedBy ? 'missed' : 'completed', missedBy])
    expect(await callsLeft(mentee)).toBe(missedBy === 'mentor' || missedBy === 'both' ? 4 : 3)
    const menteeLink = `/mentees/booked-slots?slot=${slotId}`
    const told = (await alerts(mentee)).filter(({ link }) => link === menteeLink)
    expect(told).toHaveLength(missedBy ? 1 : 0)
    if (missedBy === 'mentor')
      expect(told[0]?.content).toMatch(
        /^Vikram did not come to your session\. The call is yours again, until \w+ \d+\w+ \d{4}\. You also get one more call, until \w+ \d+\w+ \d{4}\. You have 4 calls left this month and 1 more until \w+ \d+\w+ \d{4}\. If this is wrong, contest it within 72 hours\.$/,
      )
    const mentorLink = `/mentors/scheduler?slot=${slotId}`
    if (missedBy) expect((await alerts(mentor))[0]).toMatchObject({ link: mentorLink, type: 'alert' })
  })

  it('counts until the person was last seen when the server died with them inside', async () => {
    const { mentor, mentee, slotId, at } = await pair()
    at(0)
    await enter(mentee, slotId)
    await enter(mentor, slotId)
    at(20)
    await test.app.liveRooms.sweep()
    const { rows } = await test.app.db.pool.query(
      'select left_at, seen_at > joined_at as was_seen from live_stay where slot_id = $1',
      [slotId],
    )
    expect(rows).toEqual([
      { left_at: null, was_seen: true },
      { left_at: null, was_seen: true },
    ])
    at(77)
    await settle()
    expect((await slotOf(mentor, slotId)).status).toBe('completed')
  })
})
