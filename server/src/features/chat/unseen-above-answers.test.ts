import { api } from '@marga/contract/api'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { countLockWaits } from '../../testing/lock-waits.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { enroll, newMentee, newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { minuteMs, passTime } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
let mentee: TestPerson
let conversationId: string
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())
beforeEach(async () => {
  mentor = await newMentor(test, moderator)
  mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  conversationId = ok(await test.call(api.chat.mentee.open, { body: { mentorId: mentor.id } }, mentee))
    .conversations._id
})

const send = async (by: TestPerson, message: string, seenSeq?: number) =>
  ok(
    await test.call(
      api.chat[by.role as 'mentee'].send,
      {
        params: { conversationId },
        body: { message, sender: by.id, ...(seenSeq === undefined ? {} : { seenSeq }) },
      },
      by,
    ),
  ).responseFromMessageCreation
const unread = async () =>
  ok(await test.call(api.chat.mentee.unread, { query: { menteeId: mentee.id } }, mentee)).unreadConversations
const unreadNotifications = async () =>
  ok(
    await test.call(api.notifications.mentee.list, { params: { ownId: mentee.id } }, mentee),
  ).notifications.filter((one) => one.conversationId === conversationId && !one.isRead).length
const read = (seq: number) =>
  test.call(
    api.chat.mentee.markRead,
    { params: { conversationId }, body: { conversationId, isRead: true, seq } },
    mentee,
  )

it('what came after an answer was written stays unread, is told by mail, and is read when it is seen', async () => {
  await send(mentor, 'Welcome')
  await read(1)
  await send(mentor, 'The session is at six')
  await send(mentor, 'Bring your code')
  const sent = await send(mentee, 'On the train', 1)
  expect([sent.seq, sent.conversation.unreadCount]).toEqual([4, 2])
  // Of two that waited for a line the second knows no more.
  expect((await send(mentee, 'Almost there', 1)).conversation.unreadCount).toBe(2)
  expect([await unread(), await unreadNotifications()]).toEqual([1, 2])
  await passTime(test, 11 * minuteMs)
  await test.app.jobHandlers['chat:unread-mails']({})
  expect(await outboxWith(test, mentee.email, 'Vikram')).toHaveLength(1)
  expect(ok(await read(3)).conversation.unreadCount).toBe(0)
  expect([await unread(), await unreadNotifications()]).toEqual([0, 0])
})

it('who answers what is on the page has read it, and who says nothing of the page too', async () => {
  await send(mentor, 'Welcome')
  await send(mentee, 'Thank you', 1)
  expect([await unread(), await unreadNotifications()]).toEqual([0, 0])
  await send(mentor, 'Any time')
  await send(mentee, 'Until then')
  expect([await unread(), await unreadNotifications()]).toEqual([0, 0])
})

it('the writer is told how far the other has read, with the messages too, while the two may write', async () => {
  const readByOther = async (by: TestPerson) =>
    ok(
      await test.call(
        api.chat[by.role as 'mentee'].messages,
        { params: { conversationId }, query: { limit: 20 } },
        by,
      ),
    ).readByOther
  await send(mentor, 'Welcome')
  expect(await readByOther(mentor)).toBe(0)
  await read(1)
  await send(mentor, 'The session is at six')
  await send(mentee, 'On the train', 1)
  expect([await readByOther(mentor), await readByOther(mentee)]).toEqual([1, 2])
  ok(await test.call(api.accountSettings.mentee.blockPerson, { body: { personId: mentor.id } }, mentee))
  expect(await readByOther(mentor)).toBeUndefined()
})

it('what is stored while a mark of reading waits for it stays unread', async () => {
  await send(mentor, 'Welcome')
  const storing = new pg.Client({ connectionString: test.databaseUrl })
  await storing.connect()
  await storing.query('begin')
  await storing.query(
    `insert into message select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'seq', 2,
       'client_message_id', gen_random_uuid()))).* from message m where conversation_id = $1`,
    [conversationId],
  )
  await storing.query('update conversation set last_seq = 2 where id = $1', [conversationId])
  await storing.query(
    `insert into notification select (jsonb_populate_record(n, jsonb_build_object('id', gen_random_uuid()))).*
     from notification n where conversation_id = $1`,
    [conversationId],
  )
  const reading = read(1)
  await expect.poll(() => countLockWaits(test.app.db.pool)).toBeGreaterThan(0)
  await storing.query('commit')
  await storing.end()
  ok(await reading)
  expect(await unreadNotifications()).toBeGreaterThan(0)
  ok(await read(2))
  expect(await unreadNotifications()).toBe(0)
})
