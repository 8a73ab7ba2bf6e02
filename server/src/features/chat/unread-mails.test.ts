import { api } from '@marga/contract/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hoursMs, minutesMs } from '../../platform/clock.ts'
import { outboxWith } from '../../testing/outbox.ts'
import {
  conversationOf,
  enroll,
  newMentee,
  newMentor,
  newModerator,
  ok,
  signInMentee,
  signInMentor,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let mentor: TestPerson
let mentee: TestPerson
let conversationId: string
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  mentor = await newMentor(test, await newModerator(test))
  mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  conversationId = await conversationOf(test, mentee, mentor)
})

const write = async (message: string) => {
  const again = await signInMentor(test, mentor.email)
  const body = { message, sender: mentor.id }
  ok(await test.call(api.chat.mentor.send, { params: { conversationId }, body }, again))
}
const read = async () => {
  const again = await signInMentee(test, mentee.email)
  const body = { conversationId, isRead: true }
  ok(await test.call(api.chat.mentee.markRead, { params: { conversationId }, body }, again))
}
const wait = (minutes: number) => test.clock.advance(minutesMs(minutes))
const run = () => test.app.jobHandlers['chat:unread-mails']({})
const written = () => outboxWith(test, mentee.email, 'Vikram Iyer has written')

describe('mail about unread messages', () => {
  it('does not come of what was read and is marked as unread, and comes of what follows', async () => {
    await write('First')
    await read()
    wait(30)
    const again = await signInMentee(test, mentee.email)
    const body = { conversationId, isRead: false }
    ok(await test.call(api.chat.mentee.markRead, { params: { conversationId }, body }, again))
    await run()
    expect(await written()).toEqual([])
    await write('Second')
    wait(11)
    await run()
    expect((await written()).map(({ subject }) => subject)).toEqual(['Vikram Iyer has written to you'])
  })

  it('comes ten minutes after the first of them, once, even when the job runs twice at the same time', async () => {
    await write('First secret sentence')
    await write('Second')
    wait(9)
    await run()
    expect(await written()).toEqual([])
    wait(2)
    await Promise.all([run(), run(), run()])
    await run()
    const mails = await written()
    expect(mails).toHaveLength(1)
    expect(mails[0]!.subject).toBe('Vikram Iyer has written 2 messages to you')
    expect(mails[0]!.text).toContain(`/mentees/connect/inbox/${conversationId}`)
    expect(mails[0]!.text).not.toContain('secret')
  })

  it('comes once a day at most for a conversation', async () => {
    await write('One')
    wait(11)
    await run()
    await write('Two')
    wait(60)
    await run()
    expect(await written()).toHaveLength(1)
    test.clock.advance(hoursMs(23))
    await run()
    const mails = await written()
    expect(mails).toHaveLength(2)
    expect(mails[0]!.subject).toBe('Vikram Iyer has written to you')
    test.clock.advance(hoursMs(25))
    await run()
    expect(await written()).toHaveLength(2)
  })

  it('does not come for what was read, nor to the sender', async () => {
    await write('One')
    await read()
    wait(30)
    await run()
    expect(await written()).toEqual([])
    expect(await outboxWith(test, mentor.email, 'Asha Rao has written')).toEqual([])
  })

  it('is not sent once the two have no more to do with each other', async () => {
    const shutOut = (isBlocked: boolean) =>
      test.app.db.pool.query('update account set is_blocked = $2 where id = $1', [mentor.id, isBlocked])
    await write('One')
    await shutOut(true)
    wait(11)
    await run()
    await shutOut(false)
    const pair = [mentee.id, mentor.id]
    await test.app.db.pool.query('insert into blocked_person (account_id, person_id) values ($1, $2)', pair)
    await run()
    expect(await written()).toHaveLength(0)
    await test.app.db.pool.query('delete from blocked_person where account_id = $1 and person_id = $2', pair)
    await run()
    expect(await written()).toHaveLength(1)
  })

  it('does not come of somebody who has deleted the account', async () => {
    await write('One')
    const again = await signInMentor(test, mentor.email)
    ok(await test.call(api.accountSettings.mentor.deleteAccount, { body: { password: testPassword } }, again))
    wait(11)
    await run()
    expect(await outboxWith(test, mentee.email, 'Deleted user has written')).toEqual([])
  })

  it('comes to all who wait at the same time, however many they are', async () => {
    const { pool } = test.app.db
    const now = test.clock.now()
    await pool.query(
      `with reader as (
         insert into account (id, role, email, first_name, last_name, is_email_verified)
         select gen_random_uuid(), 'mentee', 'reader' || number || '@many.example', 'Reader', '', true
         from generate_series(1, 230) as number returning id)
       insert into conversation (id, mentee_id, mentor_id) select gen_random_uuid(), id, $1 from reader`,
      [mentor.id],
    )
    await pool.query(
      `insert into message (id, conversation_id, seq, sender_id, sender_type, body, created_at)
       select gen_random_uuid(), id, 1, $1, 'mentor', 'Hello', $2 from conversation where mentor_id = $1 and last_seq = 0`,
      [mentor.id, now],
    )
    await pool.query(
      'update conversation set last_seq = 1, mentor_read_seq = 1, updated_at = $2 where mentor_id = $1',
      [mentor.id, now],
    )
    wait(11)
    await run()
    const { rows } = await pool.query(
      "select count(*)::integer as mailed from mail where kind = 'unread-messages' and recipient like '%@many.example'",
    )
    expect(rows).toEqual([{ mailed: 230 }])
  })

  it('ends by one post to the address in its headers; opening that changes nothing', async () => {
    await write('One')
    wait(11)
    await run()
    const { unsubscribeUrl } = await test.app.db.query
      .selectFrom('mail')
      .select('unsubscribeUrl')
      .where('recipient', '=', mentee.email)
      .where('kind', '=', 'unread-messages')
      .executeTakeFirstOrThrow()
    const { pathname } = new URL(unsubscribeUrl!)
    const preferences = async () => {
      const again = await signInMentee(test, mentee.email)
      const call = api.accountSettings.mentee.preferences
      return ok(await test.call(call, { params: { ownId: mentee.id } }, again)).preferences.email
    }
    const page = await test.request('GET', pathname)
    expect(page.status).toBe(200)
    expect(String(page.body.text)).toContain('emails about unread messages')
    expect((await preferences()).messages).toBe(true)
    const posted = await test.request('POST', pathname, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(posted.status).toBe(200)
    expect(await preferences()).toMatchObject({ messages: false, bookings: true, reminders: true })
    test.clock.advance(hoursMs(25))
    await write('Two')
    wait(11)
    await run()
    expect(await written()).toHaveLength(1)
  })

  it('cannot be ended by a secret that was made up or changed', async () => {
    await write('One')
    wait(11)
    await run()
    const { unsubscribeUrl } = await test.app.db.query
      .selectFrom('mail')
      .select('unsubscribeUrl')
      .where('recipient', '=', mentee.email)
      .where('kind', '=', 'unread-messages')
      .executeTakeFirstOrThrow()
    const { pathname } = new URL(unsubscribeUrl!)
    const key = pathname.split('/').at(-1)!
    const bytes = Buffer.from(key, 'base64url')
    bytes[16] = 1
    for (const wrong of ['short', 'a'.repeat(60), bytes.toString('base64url')]) {
      expect((await test.request('GET', `/api/unsubscribe/${wrong}`)).status).toBe(404)
      expect((await test.request('POST', `/api/unsubscribe/${wrong}`)).status).toBe(404)
    }
  })
})
