import { api } from '@marga/contract/api'
import { rateLimits } from '@marga/contract/rate-limits'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveWorld, makeLiveWorld, turnRelay } from '../../testing/live-world.ts'
import { conversationOf, newMentee, newMentor, ok } from '../../testing/people.ts'
import { countRowsRead } from '../../testing/rows-read.ts'
import { connectSocket, send } from '../../testing/sockets.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const minuteMs = 60_000
let test: TestApp
let live: LiveWorld

beforeAll(async () => {
  test = await startTestApp({ env: turnRelay })
  live = await makeLiveWorld(test)
})
afterAll(() => test.close())

describe('the way into the room', () => {
  it('tells the two who, when, where they write and by which relay', async () => {
    const { mentor, mentee, slotId, slot, at } = await live.pair()
    const conversationId = await conversationOf(test, mentee, mentor)
    at(-5)
    const { room, iceServers } = ok(await live.verify(await live.signInAgain(mentee), slotId))
    expect(room).toMatchObject({ slotId, start: slot.start, end: slot.end, conversationId })
    expect(room.peer._id).toBe(mentor.id)
    expect(Date.parse(room.start) - Date.parse(room.opensAt)).toBe(10 * minuteMs)
    expect(Date.parse(room.closesAt) - Date.parse(room.end)).toBe(15 * minuteMs)
    expect(room.attendance.mentor).toEqual({ isPresent: false, firstJoinedAt: null })
    expect(Number(iceServers[0]?.username?.split(':')[0])).toBeGreaterThan(Date.parse(room.closesAt) / 1000)
    expect(ok(await live.verify(await live.signInAgain(mentor), slotId)).room.peer._id).toBe(mentee.id)
  })

  it('says who is there and since when, however often somebody has come and gone', async () => {
    const { mentee, mentor, slotId, slot, at } = await live.pair()
    at(5)
    await live.enter(mentor, slotId)
    await test.app.db.pool.query(
      `insert into live_stay (id, slot_id, account_id, connection_id, joined_at, seen_at, left_at)
       select gen_random_uuid(), $1, $2, gen_random_uuid()::text, $3::timestamptz + n * interval '1 ms', $3, $3::timestamptz + interval '1 s'
       from generate_series(1, 300) as n`,
      [slotId, mentee.id, slot.start],
    )
    const asking = await live.signInAgain(mentee)
    expect(await countRowsRead(() => live.verify(asking, slotId))).toBeLessThan(30)
    const { attendance } = ok(await live.verify(asking, slotId)).room
    expect(attendance.mentee).toEqual({
      isPresent: false,
      firstJoinedAt: new Date(Date.parse(slot.start) + 1).toISOString(),
    })
    expect(attendance.mentor.isPresent).toBe(true)
    expect(Date.parse(attendance.mentor.firstJoinedAt!)).toBeGreaterThan(Date.parse(slot.start))
  })

  it('is taken so often a minute: each time is written down', async () => {
    const { mentee, slotId, at } = await live.pair()
    const strict = await startTestApp({ env: { ...turnRelay, RATE_LIMIT_FACTOR: '1' }, sharing: test })
    try {
      at(-5)
      const heard = await connectSocket(await strict.listen(), await live.signInAgain(mentee))
      const replies = []
      for (let turn = 0; turn <= rateLimits.liveJoin.perMinute; turn++) {
        replies.push(await send(heard, 'live:join', { slotId }))
        await send(heard, 'live:leave', { slotId })
      }
      expect(replies.filter(({ ok }) => ok)).toHaveLength(rateLimits.liveJoin.perMinute)
      expect(replies.at(-1)).toMatchObject({ ok: false, code: 'rate_limited' })
    } finally {
      await strict.close()
    }
  })

  it('opens ten minutes before the start and closes a quarter of an hour after the end', async () => {
    const { mentor, slotId, slot, at } = await live.pair()
    // On a clock that goes on while they sign in.
    at(-11)
    const early = await live.verify(await live.signInAgain(mentor), slotId)
    expect([early.status, early.body.code]).toEqual([403, 'too_early'])
    expect(Date.parse(early.body.opensAt as string)).toBe(Date.parse(slot.start) - 10 * minuteMs)
    at(-10)
    expect((await live.verify(await live.signInAgain(mentor), slotId)).status).toBe(200)
    at(74)
    expect((await live.verify(await live.signInAgain(mentor), slotId)).status).toBe(200)
    at(75)
    const late = await live.verify(await live.signInAgain(mentor), slotId)
    expect([late.status, late.body.code]).toEqual([403, 'ended'])
  })

  it('does not exist for anybody else, whatever they know', async () => {
    const { mentor, mentee, slotId, at } = await live.pair()
    const strangers = [await newMentee(test), await newMentor(test, await live.asModerator())]
    at(0)
    for (const stranger of strangers) {
      const person = await live.signInAgain(stranger)
      expect((await live.verify(person, slotId)).status).toBe(404)
      expect((await test.call(api.live.notes, { params: { slotId } }, person)).status).toBe(404)
      const heard = await live.connect(person)
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
    const official = await live.asModerator()
    expect((await live.verify(official, slotId)).status).toBe(403)
    expect(await send(await live.connect(official), 'live:join', { slotId })).toMatchObject({
      ok: false,
      code: 'not_found',
    })
    // Another person's id, an expired token, a room of no slot.
    const own = await live.signInAgain(mentee)
    const asOther = await test.call(api.live.verify, { body: { userId: mentor.id, slotId } }, own)
    expect([asOther.status, asOther.body.code]).toEqual([403, 'forbidden'])
    expect((await live.verify(mentee, slotId)).status).toBe(401)
    expect((await live.verify(own, v7())).status).toBe(404)
  })

  it('is closed to a pair of whom one has blocked the other', async () => {
    const { mentor, mentee, slotId, at } = await live.pair()
    at(0)
    const person = await live.signInAgain(mentee)
    ok(await test.call(api.accountSettings.mentee.blockPerson, { body: { personId: mentor.id } }, person))
    expect((await live.verify(person, slotId)).status).toBe(404)
    expect((await live.verify(await live.signInAgain(mentor), slotId)).status).toBe(404)
  })
})
