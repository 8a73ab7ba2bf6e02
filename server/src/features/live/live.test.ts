import { api } from '@marga/contract/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../platform/actor.ts'
import type { Connection } from '../../platform/realtime.ts'
import { type LivePair, type LiveWorld, makeLiveWorld, turnRelay } from '../../testing/live-world.ts'
import { ok } from '../../testing/people.ts'
import { send } from '../../testing/sockets.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let live: LiveWorld

beforeAll(async () => {
  test = await startTestApp({ env: turnRelay })
  live = await makeLiveWorld(test)
})
afterAll(() => test.close())

describe('in the room', () => {
  let two: LivePair
  let slotId: string
  beforeEach(async () => {
    two = await live.pair()
    slotId = two.slotId
    two.at(-5)
  })

  it('says who is there already, and hears of the other’s coming and going', async () => {
    const mentee = await live.connect(await live.signInAgain(two.mentee))
    const joined = (isPresent: boolean) => ({ ok: true, peer: { isPresent }, stayId: expect.any(String) })
    expect(await send(mentee, 'live:join', { slotId })).toEqual(joined(false))
    const mentor = await live.connect(await live.signInAgain(two.mentor))
    expect(await send(mentor, 'live:join', { slotId })).toEqual(joined(true))
    await expect.poll(() => mentee.of('live:peer')).toEqual([{ slotId, change: 'joined' }])
    expect(
      ok(await live.verify(await live.signInAgain(two.mentee), slotId)).room.attendance.mentor.isPresent,
    ).toBe(true)
    mentor.socket.close()
    await expect.poll(() => mentee.of('live:peer').at(-1)).toEqual({ slotId, change: 'reconnecting' })
    const back = await live.enter(two.mentor, slotId)
    await expect.poll(() => mentee.of('live:peer').at(-1)).toEqual({ slotId, change: 'joined' })
    expect(await send(back, 'live:leave', { slotId })).toEqual({ ok: true })
    await expect.poll(() => mentee.of('live:peer').at(-1)).toEqual({ slotId, change: 'left' })
  })

  it('is one room, in whichever letters its id is spelt', async () => {
    const mentor = await live.enter(two.mentor, slotId.toUpperCase())
    await live.enter(two.mentee, slotId)
    await expect.poll(() => mentor.of('live:peer').at(-1)).toEqual({ slotId, change: 'joined' })
  })

  it('says of nobody that they are there whose connection broke while they joined', async () => {
    const mentor = await live.enter(two.mentor, slotId)
    const rooms = new Set<string>()
    const gone: Connection = {
      id: test.app.newId(),
      isConnected: () => false,
      isIn: (room) => rooms.has(room),
      enter: (room) => void rooms.add(room),
      leave: (room) => void rooms.delete(room),
      tell: () => {},
    }
    const { id, role } = two.mentee
    await test.app.liveRooms.join({ id, role, sessionId: test.app.newId() } as Actor, { slotId }, gone)
    await expect.poll(() => mentor.of('live:peer').at(-1)).toEqual({ slotId, change: 'left' })
    expect(mentor.of('live:peer')).not.toContainEqual({ slotId, change: 'joined' })
    expect(rooms.size).toBe(0)
  })

  it('leaves the room to the device that somebody moved to when the line of the first comes back', async () => {
    const first = await live.connect(await live.signInAgain(two.mentee))
    const { stayId } = (await send(first, 'live:join', { slotId })) as { stayId?: string }
    expect(stayId).toBeTypeOf('string')
    first.socket.close()
    const second = await live.enter(two.mentee, slotId)
    const back = await live.connect(await live.signInAgain(two.mentee))
    expect(await send(back, 'live:join', { slotId, stayId })).toMatchObject({ ok: true })
    await expect.poll(() => back.of('live:taken')).toEqual([{ slotId }])
    expect(second.of('live:taken')).toEqual([])
    expect(await send(second, 'live:signal', { slotId })).toEqual({ ok: true })
    // Who wishes to be here by the first one says so, and who has left the second comes back by itself.
    expect(await send(back, 'live:join', { slotId })).toMatchObject({ ok: true })
    await expect.poll(() => second.of('live:taken')).toEqual([{ slotId }])
    await send(back, 'live:leave', { slotId })
    const third = await live.connect(await live.signInAgain(two.mentee))
    expect(await send(third, 'live:join', { slotId, stayId })).toMatchObject({ ok: true })
    expect(await send(third, 'live:signal', { slotId })).toEqual({ ok: true })
  })

  it('comes back to the room although the server has not noticed that the connection broke', async () => {
    const half = await live.connect(await live.signInAgain(two.mentee))
    const { stayId } = (await send(half, 'live:join', { slotId })) as { stayId?: string }
    const back = await live.connect(await live.signInAgain(two.mentee))
    const again = (await send(back, 'live:join', { slotId, stayId })) as { stayId?: string }
    expect(again.stayId).not.toBe(stayId)
    expect(await send(back, 'live:signal', { slotId })).toEqual({ ok: true })
    // Asked once more by the same connection it stays the same stay.
    expect(await send(back, 'live:join', { slotId, stayId })).toMatchObject({
      ok: true,
      stayId: again.stayId,
    })
    expect(back.of('live:taken')).toEqual([])
  })

  it('takes joining and leaving of one connection in the order in which they come', async () => {
    const mentee = await live.connect(await live.signInAgain(two.mentee))
    const events = ['live:join', 'live:leave', 'live:join', 'live:leave', 'live:join'] as const
    await Promise.all(events.map((event) => send(mentee, event, { slotId })))
    const stays = await test.app.db.query
      .selectFrom('liveStay')
      .select('leftAt')
      .where('slotId', '=', slotId)
      .orderBy('id')
      .execute()
    expect(stays.map(({ leftAt }) => leftAt === null)).toEqual([false, false, true])
  })

  it('relays signals and states to the other alone', async () => {
    const other = await live.pair()
    const [mentee, mentor, elsewhere] = [
      await live.enter(two.mentee, slotId),
      await live.enter(two.mentor, slotId),
      await live.connect(await live.signInAgain(other.mentor)),
    ]
    const signal = { slotId, description: { type: 'offer', sdp: 'v=0' }, from: 'a', to: 'b' }
    expect(await send(mentee, 'live:signal', signal)).toEqual({ ok: true })
    await expect.poll(() => mentor.of('live:signal')).toEqual([signal])
    const state = { slotId, isMuted: true, isCameraOff: false, isSharing: false }
    expect(await send(mentor, 'live:state', state)).toEqual({ ok: true })
    await expect.poll(() => mentee.of('live:state')).toEqual([state])
    const end = { slotId, description: null, candidate: null }
    expect(await send(mentee, 'live:signal', end)).toEqual({ ok: true })
    await expect.poll(() => mentor.of('live:signal')).toEqual([signal, end])
    expect(mentee.of('live:signal')).toEqual([])
    expect(elsewhere.of('live:signal')).toEqual([])
  })

  it('refuses signals from outside, after leaving, malformed, too large or in a flood', async () => {
    const mentor = await live.enter(two.mentor, slotId)
    const mentee = await live.connect(await live.signInAgain(two.mentee))
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
    const mentor = await live.enter(two.mentor, slotId)
    const first = await live.enter(two.mentee, slotId)
    const second = await live.enter(two.mentee, slotId)
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

  it('takes tabs of one person that join at once one after the other, whichever process has them', async () => {
    const tabs = await Promise.all(
      Array.from({ length: 4 }, async () => live.connect(await live.signInAgain(two.mentee))),
    )
    const answers = await Promise.all(tabs.map((tab) => send(tab, 'live:join', { slotId })))
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true])
    const stays = () =>
      test.app.db.query.selectFrom('liveStay').select('leftAt').where('slotId', '=', slotId).execute()
    expect((await stays()).filter(({ leftAt }) => leftAt === null)).toHaveLength(1)
  })

  it('throws a person out who is blocked during the call, and ends it for the other', async () => {
    const mentor = await live.enter(two.mentor, slotId)
    const mentee = await live.enter(two.mentee, slotId)
    ok(
      await test.call(
        api.moderation.changeMenteeStatus,
        { body: { menteeId: two.mentee.id, isBlocked: true } },
        await live.asModerator(),
      ),
    )
    await expect.poll(() => mentee.socket.connected).toBe(false)
    // Told why before the socket went, and that it is their own account.
    expect(mentee.of('live:ended')).toEqual([{ slotId, reason: 'blocked', isAccountBlocked: true }])
    await expect.poll(() => mentor.of('live:ended')).toEqual([{ slotId, reason: 'blocked' }])
    expect(await send(mentor, 'live:signal', { slotId })).toMatchObject({ ok: false })
    expect(await send(mentor, 'live:join', { slotId })).toMatchObject({ ok: false, code: 'not_found' })
  })

  it('ends when a person logs out, for that person only', async () => {
    const mentor = await live.enter(two.mentor, slotId)
    const person = await live.signInAgain(two.mentee)
    const mentee = await live.connect(person)
    await send(mentee, 'live:join', { slotId })
    ok(await test.call(api.accounts.logoutMentee, { body: { refreshToken: person.refreshToken } }, person))
    await expect.poll(() => mentee.socket.connected).toBe(false)
    expect(mentee.of('live:ended')).toEqual([{ slotId, reason: 'revoked' }])
    await expect.poll(() => mentor.of('live:peer').at(-1)).toEqual({ slotId, change: 'left' })
    expect(mentor.of('live:ended')).toEqual([])
  })

  it('ends for both when one blocks the other, and when the time is up', async () => {
    const mentor = await live.enter(two.mentor, slotId)
    const mentee = await live.enter(two.mentee, slotId)
    const person = await live.signInAgain(two.mentee)
    ok(await test.call(api.accountSettings.mentee.blockPerson, { body: { personId: two.mentor.id } }, person))
    await test.app.liveRooms.sweep()
    await expect.poll(() => mentor.of('live:ended')).toEqual([{ slotId, reason: 'blocked' }])
    await expect.poll(() => mentee.of('live:ended')).toEqual([{ slotId, reason: 'blocked' }])

    const later = await live.pair()
    later.at(10)
    const late = await live.enter(later.mentor, later.slotId)
    later.at(75)
    expect(await send(late, 'live:signal', { slotId: later.slotId })).toMatchObject({
      ok: false,
      code: 'ended',
    })
    await test.app.liveRooms.sweep()
    await expect.poll(() => late.of('live:ended')).toEqual([{ slotId: later.slotId, reason: 'time' }])
  })
})
