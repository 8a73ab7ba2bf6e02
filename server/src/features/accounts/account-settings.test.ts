import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  book,
  conversationOf,
  enroll,
  hoursAhead,
  menteeForm,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  signInMentee,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  mentor = await newMentor(test, moderator)
})
afterAll(() => test.close())

const { mentee: calls } = api.accountSettings
const isSignedIn = async (person: TestPerson) => (await test.call(calls.sessions, {}, person)).status === 200

describe('own sessions', () => {
  it('are listed with the current one marked, and can be ended one by one or all others', async () => {
    const mentee = await newMentee(test)
    const phone = await signInMentee(test, mentee.email)
    await signInMentee(test, mentee.email)
    const { sessions } = ok(await test.call(calls.sessions, {}, mentee))
    expect(sessions.map((session) => session.isCurrent).sort()).toEqual([false, false, true])
    const phoneSession = ok(await test.call(calls.sessions, {}, phone)).sessions.find(
      (session) => session.isCurrent,
    )!
    const stranger = await newMentee(test)
    const end = (by: TestPerson) =>
      test.call(calls.endSession, { params: { sessionId: phoneSession._id } }, by)
    expect((await end(stranger)).status).toBe(404)
    ok(await end(mentee))
    await expect.poll(() => isSignedIn(phone)).toBe(false)
    ok(await test.call(calls.endOtherSessions, {}, mentee))
    expect(ok(await test.call(calls.sessions, {}, mentee)).sessions).toHaveLength(1)
  })
})

describe('the own profile', () => {
  it('changes what is given and nothing else', async () => {
    const mentee = await newMentee(test, menteeForm(), { isProven: false })
    const params = { menteeId: mentee.id }
    const body = { about: 'I build things.', interests: ['Go', 'Chess'], timeZone: 'Europe/Berlin' }
    const { menteeProfileDetails } = ok(
      await test.call(api.accountSettings.editMenteeProfile, { params, body }, mentee),
    )
    expect(menteeProfileDetails).toMatchObject({
      ...body,
      firstName: 'Asha',
      email: mentee.email,
      isEmailVerified: false,
    })
    const bad = await test.call(
      api.accountSettings.editMenteeProfile,
      { params, body: { timeZone: 'Mars/Base', phone: '1' } },
      mentee,
    )
    expect(Object.keys(bad.body.fields as object).sort()).toEqual(['phone', 'timeZone'])
  })

  it('keeps preferences', async () => {
    const mentee = await newMentee(test)
    const params = { ownId: mentee.id }
    ok(await test.call(calls.editPreferences, { params, body: { email: { messages: false } } }, mentee))
    const { preferences } = ok(await test.call(calls.preferences, { params }, mentee))
    expect(preferences.email).toEqual({
      messages: false,
      bookings: true,
      reminders: true,
      payments: true,
      reviews: true,
    })
  })

  it('keeps each of two preferences that are changed at once', async () => {
    const mentee = await newMentee(test)
    const params = { ownId: mentee.id }
    for (const isOn of [false, true, false, true, false]) {
      const changes = [
        { email: { messages: isOn } },
        { email: { reminders: isOn } },
        { push: { messages: isOn } },
      ]
      await Promise.all(
        changes.map(async (body) => ok(await test.call(calls.editPreferences, { params, body }, mentee))),
      )
      const { preferences } = ok(await test.call(calls.preferences, { params }, mentee))
      expect(preferences).toMatchObject({
        email: { messages: isOn, reminders: isOn, bookings: true },
        push: { messages: isOn },
      })
    }
  })
})

describe('blocking a person', () => {
  it('keeps both from writing and booking until it is undone', async () => {
    const mentee = await newMentee(test)
    await enroll(test, mentee, mentor)
    const conversationId = await conversationOf(test, mentee, mentor)
    const slot = await publish(test, mentor, hoursAhead(test, 30))
    ok(await test.call(api.accountSettings.mentor.blockPerson, { body: { personId: mentee.id } }, mentor))
    const send = () =>
      test.call(
        api.chat.mentee.send,
        { params: { conversationId }, body: { message: 'hello', sender: mentee.id } },
        mentee,
      )
    expect((await send()).body.code).toBe('not_enrolled')
    expect((await book(test, mentee, slot._id)).status).toBe(404)
    const { people } = ok(
      await test.call(api.accountSettings.mentor.unblockPerson, { params: { personId: mentee.id } }, mentor),
    )
    expect(people).toEqual([])
    ok(await send())
    ok(await book(test, mentee, slot._id))
  })
})

describe('the calendar feed', () => {
  it('holds the booked sessions behind a secret that can be renewed', async () => {
    const mentee = await newMentee(test)
    await enroll(test, mentee, mentor)
    const slot = await publish(test, mentor, hoursAhead(test, 60))
    ok(await book(test, mentee, slot._id, 'Röad map; with, signs'))
    const { url } = ok(await test.call(calls.calendarFeed, {}, mentee))
    const read = async (address: string) => test.fastify.inject({ url: new URL(address).pathname })
    const feed = await read(url)
    expect(feed.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(feed.body).toContain('DESCRIPTION:Röad map\\; with\\, signs')
    expect(feed.body.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    ok(await test.call(calls.renewCalendarFeed, {}, mentee))
    expect((await read(url)).statusCode).toBe(404)
    expect((await read(url.replace('/mentees/', '/mentors/'))).statusCode).toBe(404)
  })
})

describe('leaving', () => {
  it('takes everything about the person away, and keeps their messages under "Deleted user"', async () => {
    const mentee = await newMentee(test)
    await enroll(test, mentee, mentor)
    const conversationId = await conversationOf(test, mentee, mentor)
    ok(
      await test.call(
        api.chat.mentee.send,
        { params: { conversationId }, body: { message: 'a last word', sender: mentee.id } },
        mentee,
      ),
    )
    const slot = await publish(test, mentor, hoursAhead(test, 90))
    ok(await book(test, mentee, slot._id))
    await test.app.db.pool.query(
      "insert into live_notes (slot_id, text, version, updated_at) values ($1, 'ask about indexes', 1, now())",
      [slot._id],
    )
    const data = ok(await test.call(calls.export, {}, mentee)) as unknown as {
      liveNotes: unknown[]
      messages: unknown[]
      account: { email: string }
    }
    expect([data.messages.length, data.account.email]).toEqual([1, mentee.email])
    expect(data.liveNotes).toEqual([expect.objectContaining({ slotId: slot._id, text: 'ask about indexes' })])
    expect(JSON.stringify(data)).not.toMatch(/argon2|passwordHash|tokenHash/)

    expect((await test.call(calls.deleteAccount, { body: { password: 'wrong' } }, mentee)).body.code).toBe(
      'wrong_password',
    )
    ok(await test.call(calls.deleteAccount, { body: { password: testPassword } }, mentee))
    await expect.poll(() => isSignedIn(mentee)).toBe(false)
    expect(
      (await test.call(api.accounts.loginMentee, { body: { email: mentee.email, password: testPassword } }))
        .status,
    ).toBe(401)
    const kept = ok(await test.call(api.chat.mentor.messages, { params: { conversationId } }, mentor))
    expect(kept.messages[0]).toMatchObject({
      message: 'a last word',
      sender: { senderId: { firstName: 'Deleted' } },
    })
    expect(ok(await test.call(api.slots.get, { params: { slotId: slot._id } }, mentor)).data.status).toBe(
      'open',
    )
    for (const table of ['account', 'mail', 'notification', 'review']) {
      const { rows } = await test.app.db.pool.query(`select * from ${table}`)
      expect(JSON.stringify(rows), table).not.toContain(mentee.email)
    }
    // The address is free again.
    await newMentee(test, menteeForm(mentee.email))
  })

  it('takes a mentor off the list', async () => {
    const leaving = await newMentor(test, moderator)
    ok(
      await test.call(
        api.accountSettings.mentor.deleteAccount,
        { body: { password: testPassword } },
        leaving,
      ),
    )
    expect((await test.call(api.mentors.profile, { params: { mentorId: leaving.id } })).status).toBe(404)
    expect(
      ok(await test.call(api.search.mentors, { query: { limit: 100 } })).mentorsSearchResult.map(
        (card) => card._id,
      ),
    ).not.toContain(leaving.id)
  })
})
