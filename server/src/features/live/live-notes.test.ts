import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveWorld, makeLiveWorld, turnRelay } from '../../testing/live-world.ts'
import { book, enroll, newMentee, ok, type TestPerson } from '../../testing/people.ts'
import { send } from '../../testing/sockets.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let live: LiveWorld

beforeAll(async () => {
  test = await startTestApp({ env: turnRelay })
  live = await makeLiveWorld(test)
})
afterAll(() => test.close())

describe('notes', () => {
  it('are kept with the session and refuse to write over what was not read', async () => {
    const { mentor, mentee, slotId, at } = await live.pair()
    at(1)
    const [a, b] = [await live.signInAgain(mentee), await live.signInAgain(mentor)]
    const inRoom = await live.enter(mentor, slotId)
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
    const { mentor, mentee, slotId, at } = await live.pair()
    at(1)
    const [a, b] = [await live.signInAgain(mentee), await live.signInAgain(mentor)]
    const write = (by: TestPerson, version: number) =>
      test.call(api.live.saveNotes, { params: { slotId }, body: { text: 'once more', version } }, by)
    const tries = async (version: number) => [
      (await write(a, version)).status,
      (await write(b, version)).status,
    ]
    const inRoom = await live.enter(mentor, slotId)
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
    ok(await test.call(api.moderation.changeMenteeStatus, status, await live.asModerator()))
    expect((await write(b, 1)).status).toBe(404)
  })

  it('are not for whoever books the time after them', async () => {
    const { mentor, mentee, slotId, at } = await live.pair()
    at(-60 * 20)
    const [a, b] = [await live.signInAgain(mentee), await live.signInAgain(mentor)]
    ok(
      await test.call(api.live.saveNotes, { params: { slotId }, body: { text: 'of us two', version: 0 } }, a),
    )
    ok(await test.call(api.slots.cancel, { body: { slotId } }, a))
    const next = await newMentee(test)
    await enroll(test, next, b)
    ok(await book(test, next, slotId))
    const { text } = ok(await test.call(api.live.notes, { params: { slotId } }, next))
    expect(text).toBe('')
  })
})
