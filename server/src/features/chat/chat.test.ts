import { api } from '@marga/contract/api'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  conversationOf,
  enroll,
  newMentee,
  newMentor,
  newModerator,
  ok,
  type TestPerson,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
let mentee: TestPerson
let conversationId: string

beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  mentor = await newMentor(test, moderator)
  mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  conversationId = await conversationOf(test, mentee, mentor)
})
afterAll(() => test.close())

const send = (message: string, clientMessageId = v7(), from = mentee, to = conversationId) =>
  test.call(
    api.chat.mentee.send,
    { params: { conversationId: to }, body: { message, sender: from.id, clientMessageId } },
    from,
  )
const list = (query: { after?: number; before?: number; limit?: number } = {}) =>
  test.call(api.chat.mentee.messages, { params: { conversationId }, query }, mentee)

describe('messages', () => {
  it('are numbered without gaps in the order in which they were stored, whoever sends at once', async () => {
    const before = ok(await list({ limit: 1 })).messages[0]?.seq ?? 0
    const responses = await Promise.all(Array.from({ length: 40 }, (_, n) => send(`message ${n}`)))
    const seqs = responses
      .map((response) => ok(response).responseFromMessageCreation.seq)
      .sort((a, b) => a - b)
    expect(seqs).toEqual(Array.from({ length: 40 }, (_, n) => before + n + 1))
    const stored = ok(await list({ after: before, limit: 100 })).messages
    expect(stored.map((message) => message.seq)).toEqual(seqs)
  })

  it('are stored once for a clientMessageId, however often it is sent', async () => {
    const clientMessageId = v7()
    const responses = await Promise.all(Array.from({ length: 12 }, () => send('only once', clientMessageId)))
    expect(responses.map((response) => response.status).sort()).toEqual([...Array(11).fill(200), 201])
    expect(new Set(responses.map((response) => ok(response).responseFromMessageCreation._id)).size).toBe(1)
    const stored = ok(await list({ limit: 100 })).messages.filter(
      (message) => message.message === 'only once',
    )
    expect(stored).toHaveLength(1)
  })

  it('of many people at once are stored or refused each for itself', async () => {
    const [other, gone, stranger] = [await newMentee(test), await newMentee(test), await newMentee(test)]
    await enroll(test, other, mentor)
    await enroll(test, gone, mentor)
    const [theirs, ofGone] = [
      await conversationOf(test, other, mentor),
      await conversationOf(test, gone, mentor),
    ]
    await test.app.db.pool.query('delete from login_session where account_id = $1', [gone.id])
    const twice = v7()
    const responses = await Promise.all([
      send('mine'),
      send('of somebody else', v7(), stranger),
      send('theirs', v7(), other, theirs),
      send('after the end', v7(), gone, ofGone),
      send('twice', twice),
      send('twice', twice),
      send('nowhere', v7(), mentee, v7()),
    ])
    const statuses = responses.map((response) => response.status)
    expect([statuses.slice(0, 4), statuses.slice(4, 6).sort(), statuses[6]]).toEqual([
      [201, 404, 201, 401],
      [200, 201],
      404,
    ])
    const [mine, , others, , once, again] = responses.map((response) =>
      response.status < 300 ? ok(response).responseFromMessageCreation : undefined,
    )
    expect(mine!.conversation.lastMessage?.message).toBe('mine')
    expect(once!._id).toBe(again!._id)
    expect(Math.abs(once!.seq - mine!.seq)).toBe(1)
    expect(others!.seq).toBe(1)
  })

  it('keep their own id to one conversation', async () => {
    const second = await newMentor(test, moderator)
    await enroll(test, mentee, second)
    const elsewhere = await conversationOf(test, mentee, second)
    const id = v7()
    const responses = await Promise.all([send('here', id), send('there', id, mentee, elsewhere)])
    expect(responses.map((response) => response.status).sort()).toEqual([201, 409])
  })

  it('come back as typed, spaces and markup included', async () => {
    const text = '  <script>alert(1)</script>\n\tمرحبا 👋  '
    expect(ok(await send(text)).responseFromMessageCreation.message).toBe(text)
  })

  it.each([
    ['', 'nothing'],
    ['   \n', 'only white space'],
    ['x'.repeat(4001), '4,001 characters'],
  ])('refuse %j: %s', async (text) => {
    const response = await send(text)
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([400, ['message']])
  })

  it('page backwards and forwards by seq', async () => {
    const newest = ok(await list({ limit: 3 }))
    expect(newest.hasMore).toBe(true)
    const first = newest.messages[0]!.seq
    const older = ok(await list({ before: first, limit: 3 })).messages
    expect(older.map((message) => message.seq)).toEqual([first - 3, first - 2, first - 1])
    expect(ok(await list({ after: first + 2 })).messages).toEqual([])
  })

  it('are nobody else’s to read, write or mark', async () => {
    const stranger = await newMentee(test)
    const params = { conversationId }
    expect((await test.call(api.chat.mentee.messages, { params }, stranger)).status).toBe(404)
    expect((await send('let me in', v7(), stranger)).status).toBe(404)
    expect(
      (await test.call(api.chat.mentee.markRead, { params, body: { conversationId } }, stranger)).status,
    ).toBe(404)
    const pair = { menteeId: mentee.id, mentorId: mentor.id }
    expect((await test.call(api.chat.pairMessages, { body: pair }, stranger)).status).toBe(403)
    expect(
      (await test.call(api.chat.mentee.open, { body: { mentorId: mentor.id } }, stranger)).body.code,
    ).toBe('not_enrolled')
  })

  it('cannot be sent once the enrollment has ended, but can be read', async () => {
    const former = await newMentee(test)
    const { _id } = await enroll(test, former, mentor)
    const old = await conversationOf(test, former, mentor)
    const whilePaid = v7()
    ok(await send('while paid', whilePaid, former, old))
    await test.app.db.pool.query("update enrollment set status = 'ended', ended_at = now() where id = $1", [
      _id,
    ])
    expect((await send('afterwards', v7(), former, old)).body.code).toBe('not_enrolled')
    // Whose answer was lost: it was taken, and stays.
    expect((await send('while paid', whilePaid, former, old)).status).toBe(200)
    const read = ok(await test.call(api.chat.mentee.messages, { params: { conversationId: old } }, former))
    expect(read.messages.map((message) => message.message)).toEqual(['while paid'])
  })
})

describe('unread counts', () => {
  const unread = async () =>
    ok(await test.call(api.chat.mentor.unread, { query: { mentorId: mentor.id } }, mentor))
      .unreadConversations

  it('count conversations, fall by reading and rise again by marking unread', async () => {
    const mark = (isRead: boolean) =>
      test.call(
        api.chat.mentor.markRead,
        { params: { conversationId }, body: { conversationId, isRead } },
        mentor,
      )
    ok(await mark(true))
    const before = await unread()
    ok(await send('one'))
    ok(await send('two'))
    expect(await unread()).toBe(before + 1)
    expect(ok(await mark(true)).conversation.unreadCount).toBe(0)
    expect(await unread()).toBe(before)
    expect(ok(await mark(false)).conversation.unreadCount).toBe(1)
    expect(await unread()).toBe(before + 1)
    // No further than was seen: what came after it stays unread.
    const { seq } = ok(await send('seen')).responseFromMessageCreation
    ok(await send('not seen'))
    const seen = { conversationId, isRead: true, seq }
    expect(
      ok(await test.call(api.chat.mentor.markRead, { params: { conversationId }, body: seen }, mentor))
        .conversation.unreadCount,
    ).toBe(1)
    expect(ok(await mark(true)).conversation.unreadCount).toBe(0)
    expect(ok(await mark(false)).conversation.unreadCount).toBe(1)
    // What is unread already does not become read by it.
    for (const text of ['one more', 'and another']) ok(await send(text))
    expect(ok(await mark(false)).conversation.unreadCount).toBe(3)
  })

  it('read what the bell says of a conversation, by opening it and by answering', async () => {
    const fromMentor = (message: string) =>
      test.call(
        api.chat.mentor.send,
        { params: { conversationId }, body: { message, sender: mentor.id } },
        mentor,
      )
    const unreadNotifications = async () => {
      const { notifications } = ok(
        await test.call(api.notifications.mentee.list, { params: { ownId: mentee.id } }, mentee),
      )
      return notifications.filter((one) => one.conversationId === conversationId && !one.isRead).length
    }
    ok(await fromMentor('Read me'))
    expect(await unreadNotifications()).toBeGreaterThan(0)
    const body = { conversationId }
    ok(await test.call(api.chat.mentee.markRead, { params: { conversationId }, body }, mentee))
    expect(await unreadNotifications()).toBe(0)
    ok(await fromMentor('Answer me'))
    expect(await unreadNotifications()).toBe(1)
    ok(await send('Here is the answer'))
    expect(await unreadNotifications()).toBe(0)
  })

  it('filters conversations by the other person’s name', async () => {
    const find = async (menteeName: string) =>
      ok(
        await test.call(
          api.chat.mentor.conversations,
          { query: { menteeName }, body: { mentorId: mentor.id } },
          mentor,
        ),
      ).conversations
    expect((await find('asha r')).map((each) => each._id)).toContain(conversationId)
    expect(await find('nobody of that name')).toEqual([])
    expect(await find('%')).toEqual([])
  })
})
