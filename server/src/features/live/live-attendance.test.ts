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
