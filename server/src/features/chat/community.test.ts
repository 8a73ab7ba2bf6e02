import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countLockWaits } from '../../testing/lock-waits.ts'
import {
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
let mentor: TestPerson
let one: TestPerson
let two: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  mentor = await newMentor(test, await newModerator(test))
  one = await newMentee(test)
  two = await newMentee(test)
  await enroll(test, one, mentor)
  await enroll(test, two, mentor)
})
afterAll(() => test.close())

const room = () => ({ mentorId: mentor.id })
const send = (by: TestPerson, message: string, clientMessageId = v7()) =>
  test.call(api.community.send, { params: room(), body: { message, clientMessageId } }, by)
const read = (by: TestPerson) => test.call(api.community.messages, { params: room() }, by)

describe('the community of a mentor', () => {
  it('is one room for the mentor and all who are subscribed now', async () => {
    ok(await send(one, 'Hello everybody'))
    ok(await send(mentor, 'Welcome'))
    const { messages, members } = ok(await read(two))
    expect(members).toBe(3)
    expect(messages.map((message) => [message.seq, message.message, message.sender.senderType])).toEqual([
      [1, 'Hello everybody', 'mentee'],
      [2, 'Welcome', 'mentor'],
    ])
  })

  it('stores a repeated clientMessageId once', async () => {
    const id = v7()
    const responses = await Promise.all(Array.from({ length: 5 }, () => send(one, 'once', id)))
    expect(responses.map((response) => response.status).sort()).toEqual([200, 200, 200, 200, 201])
  })

  it('takes nothing from somebody who was blocked while others had the room', async () => {
    const late = await newMentee(test)
    await enroll(test, late, mentor)
    const { pool } = test.app.db
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('select from community_room where mentor_id = $1 for update', [mentor.id])
      const sent = send(late, 'Let me in')
      await expect.poll(() => countLockWaits(pool)).toBe(1)
      ok(await test.call(api.accountSettings.mentor.blockPerson, { body: { personId: late.id } }, mentor))
      await client.query('commit')
      expect((await sent).body.code).toBe('not_found')
    } finally {
      client.release()
    }
    expect(ok(await read(one)).messages.map(({ message }) => message)).not.toContain('Let me in')
  })

  it('is closed to strangers, to other mentors, and to those whose period ended', async () => {
    const stranger = await newMentee(test)
    expect((await read(stranger)).body.code).toBe('not_enrolled')
    const other = await newMentor(test, await newModerator(test))
    expect((await read(other)).status).toBe(404)
    await test.app.db.pool.query(
      "update enrollment set status = 'ended', ended_at = now() where mentee_id = $1",
      [two.id],
    )
    expect((await read(two)).body.code).toBe('not_enrolled')
    expect((await send(two, 'still here?')).body.code).toBe('not_enrolled')
  })

  it('lets the author and the mentor take a message back, nobody else', async () => {
    const third = await newMentee(test)
    await enroll(test, third, mentor)
    const { data } = ok(await send(one, 'too hasty'))
    const remove = (by: TestPerson) =>
      test.call(api.community.remove, { params: { ...room(), messageId: data._id } }, by)
    expect((await remove(third)).status).toBe(404)
    expect(ok(await remove(mentor)).data).toMatchObject({ isDeleted: true, message: '' })
    expect(
      ok(await test.call(api.community.markRead, { params: room(), body: { seq: 1 } }, one)).unread,
    ).toBeGreaterThan(0)
  })
})

describe('the unread count of a community', () => {
  const unreadOf = async (person: TestPerson, role: MemberRole = 'mentee') => {
    const query = { [`${role}Id`]: person.id } as { menteeId: string; mentorId: string }
    const { communities } = ok(await test.call(api.chat[role].unread, { query }, person))
    return communities
  }

  it('counts what others wrote, not own and not removed messages, until it is read', async () => {
    const owner = await newMentor(test, await newModerator(test))
    const [reader, writer] = [await newMentee(test), await newMentee(test)]
    await enroll(test, writer, owner)
    const params = { mentorId: owner.id }
    const write = async (by: TestPerson, message: string) =>
      ok(await test.call(api.community.send, { params, body: { message } }, by)).data
    await write(writer, 'before the other came')
    test.clock.advance(60_000)
    await enroll(test, reader, owner)
    expect(await unreadOf(reader)).toEqual([])
    await write(owner, 'welcome')
    await write(reader, 'thank you')
    const hasty = await write(writer, 'too hasty')
    ok(await test.call(api.community.remove, { params: { ...params, messageId: hasty._id } }, writer))
    const last = await write(writer, 'hello')
    expect(await unreadOf(reader)).toEqual([{ mentorId: owner.id, unread: 2 }])
    expect(await unreadOf(owner, 'mentor')).toEqual([{ mentorId: owner.id, unread: 3 }])
    const readTo = async (seq: number) =>
      ok(await test.call(api.community.markRead, { params, body: { seq } }, reader)).unread
    expect(await readTo(hasty.seq - 2)).toBe(1)
    const setBlocked = (isBlocked: boolean) =>
      test.app.db.pool.query('update account set is_blocked = $2 where id = $1', [owner.id, isBlocked])
    await setBlocked(true)
    expect(await unreadOf(reader)).toEqual([])
    await setBlocked(false)
    expect(await readTo(last.seq)).toBe(0)
    expect(await unreadOf(reader)).toEqual([])
  })

  it('is told while a renewal takes days, and not during a pause', async () => {
    const own = await newMentor(test, await newModerator(test))
    const [reader, writer] = [await newMentee(test), await newMentee(test)]
    for (const mentee of [reader, writer]) await enroll(test, mentee, own)
    ok(
      await test.call(
        api.community.send,
        { params: { mentorId: own.id }, body: { message: 'Anybody here?' } },
        writer,
      ),
    )
    const set = (change: string) =>
      test.app.db.pool.query(`update enrollment set ${change} where mentee_id = $1`, [reader.id])
    await set("period_start = now() - interval '31 days', period_end = now() - interval '1 day'")
    expect(await unreadOf(reader)).toEqual([{ mentorId: own.id, unread: 1 }])
    await set("paused_from = now() - interval '1 day', paused_until = now() + interval '9 days'")
    expect(await unreadOf(reader)).toEqual([])
  })

  it('tells nothing to whom the room is closed', async () => {
    ok(await send(mentor, 'only for subscribers'))
    expect(await unreadOf(two)).toEqual([])
    expect(await unreadOf(await newMentee(test))).toEqual([])
  })
})

describe('the free intro call', () => {
  const intro = (by: TestPerson, slotId: string) =>
    test.call(api.slots.bookIntro, { body: { mentorId: mentor.id, slotId } }, by)

  it('is one a pair, even when two are booked at once, and opens the conversation', async () => {
    const curious = await newMentee(test)
    const first = await publish(test, mentor, hoursAhead(test, 20), 'intro')
    const second = await publish(test, mentor, hoursAhead(test, 22), 'intro')
    const seen = ok(await test.call(api.slots.forMentee, { params: room() }, curious)).timeSlots
    expect(seen.map((slot) => slot._id)).toEqual([first._id, second._id])
    const responses = await Promise.all([intro(curious, first._id), intro(curious, second._id)])
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409])
    expect(responses.find((response) => response.status === 409)?.body.code).toBe('intro_used')
    ok(await test.call(api.chat.mentee.open, { body: room() }, curious))
    const after = ok(await test.call(api.slots.forMentee, { params: room() }, curious)).timeSlots
    expect(after.filter((slot) => slot.status === 'open')).toEqual([])
  })

  it('to which one did not come lets the two write for a week all the same', async () => {
    const curious = await newMentee(test)
    const slot = await publish(test, mentor, hoursAhead(test, 30), 'intro')
    ok(await intro(curious, slot._id))
    const { conversations } = ok(await test.call(api.chat.mentee.open, { body: room() }, curious))
    const params = { conversationId: conversations._id }
    const write = () =>
      test.call(api.chat.mentee.send, { params, body: { message: 'Sorry!', sender: curious.id } }, curious)
    const { pool } = test.app.db
    const ended = (ago: string) =>
      pool.query(
        `update slot set starts_at = product_now() - $2::interval - interval '20 minutes',
           ends_at = product_now() - $2::interval where id = $1`,
        [slot._id, ago],
      )
    await ended('20 minutes')
    await test.app.jobHandlers['live:settle']({})
    const { rows } = await pool.query('select status, missed_by from slot where id = $1', [slot._id])
    expect(rows).toEqual([{ status: 'missed', missed_by: 'both' }])
    expect((await write()).status).toBe(201)
    await ended('8 days')
    expect((await write()).body.code).toBe('not_enrolled')
  })

  it('cannot be booked as a session, nor a session as an intro call', async () => {
    const curious = await newMentee(test)
    const session = await publish(test, mentor, hoursAhead(test, 26))
    expect((await intro(curious, session._id)).body.code).toBe('slot_unavailable')
    const call = await publish(test, mentor, hoursAhead(test, 28), 'intro')
    const asSession = await test.call(
      api.slots.book,
      { body: { slotId: call._id, values: { menteeId: curious.id } } },
      curious,
    )
    expect(asSession.body.code).toBe('not_enrolled')
  })
})
