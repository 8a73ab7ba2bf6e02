import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveWorld, makeLiveWorld, turnRelay } from '../../testing/live-world.ts'
import { ok, type TestPerson } from '../../testing/people.ts'
import { type Heard, send } from '../../testing/sockets.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let live: LiveWorld

beforeAll(async () => {
  test = await startTestApp({ env: turnRelay })
  live = await makeLiveWorld(test)
})
afterAll(() => test.close())

describe('attendance', () => {
  const settle = () => test.app.jobHandlers['live:settle']({})
  const slotOf = async (mentor: TestPerson, slotId: string) =>
    ok(await test.call(api.slots.get, { params: { slotId } }, await live.signInAgain(mentor))).data
  const callsLeft = async (mentee: TestPerson) =>
    ok(
      await test.call(
        api.enrollments.subscribedMentors,
        { params: { menteeId: mentee.id } },
        await live.signInAgain(mentee),
      ),
    ).allMentorsSubscribed[0]?.callsLeft
  const alerts = async (person: TestPerson) =>
    ok(
      await test.call(
        person.role === 'mentee' ? api.notifications.mentee.list : api.notifications.mentor.list,
        { params: { ownId: person.id }, query: { limit: 3 } },
        await live.signInAgain(person),
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
    const { mentor, mentee, slotId, at } = await live.pair()
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
      else inside.set(step.person.id, await live.enter(step.person, slotId))
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
        /^Vikram missed your session\. The call is yours again, until \w+ \d+\w+ \d{4}\. You also get one more call, until \w+ \d+\w+ \d{4}\. You have 4 calls left this month and 1 more until \w+ \d+\w+ \d{4}\.$/,
      )
    // Only what speaks against the mentee can they contest.
    if (missedBy) expect(told[0]!.content.includes('contest it within 72 hours')).toBe(missedBy !== 'mentor')
    const mentorLink = `/mentors/scheduler?slot=${slotId}`
    if (missedBy) expect((await alerts(mentor))[0]).toMatchObject({ link: mentorLink, type: 'alert' })
  })

  it('counts until the person was last seen when the server died with them inside', async () => {
    const { mentor, mentee, slotId, at } = await live.pair()
    at(0)
    await live.enter(mentee, slotId)
    await live.enter(mentor, slotId)
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

  it('counts until they left, where the database could not be told until later', async () => {
    const { mentor, mentee, slotId, at } = await live.pair()
    at(-3)
    const inside = [await live.enter(mentee, slotId), await live.enter(mentor, slotId)]
    await test.app.db.pool.query('alter table live_stay rename to away')
    at(58)
    for (const heard of inside)
      expect(await send(heard, 'live:leave', { slotId })).toMatchObject({ ok: true })
    at(61)
    await test.app.db.pool.query('alter table away rename to live_stay')
    await test.app.liveRooms.sweep()
    const { rows } = await test.app.db.pool.query(
      `select floor(extract(epoch from left_at - slot.starts_at) / 60)::integer as minute
       from live_stay join slot on slot.id = slot_id where slot_id = $1`,
      [slotId],
    )
    expect(rows).toEqual([{ minute: 58 }, { minute: 58 }])
    at(77)
    await settle()
    expect((await slotOf(mentor, slotId)).status).toBe('completed')
  })
})
