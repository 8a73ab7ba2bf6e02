import { api } from '@marga/contract/api'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  book,
  conversationOf,
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
let moderator: TestPerson
let mentor: TestPerson
let mentee: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  mentor = await newMentor(test, moderator)
  mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
})
afterAll(() => test.close())

describe('what a ticket refers to', () => {
  const about = (
    by: TestPerson,
    accused: TestPerson,
    context: { kind: 'message' | 'slot' | 'review' | 'profile'; id: string },
  ) => {
    const form = { complaint: { accusedId: accused.id }, content: 'Look at this.', context }
    return by.role === 'mentee'
      ? test.call(api.tickets.raiseAsMentee, { params: { menteeId: by.id }, body: form }, by)
      : test.call(
          api.tickets.raiseAsMentor,
          { params: { mentorId: by.id }, body: { ticketObject: form } },
          by,
        )
  }
  const say = async (by: TestPerson, conversationId: string, message: string) =>
    ok(
      await test.call(
        api.chat[by.role as 'mentee'].send,
        { params: { conversationId }, body: { message, sender: by.id } },
        by,
      ),
    ).responseFromMessageCreation
  const shown = async (response: Awaited<ReturnType<typeof about>>) =>
    ok(await test.call(api.tickets.get, { params: { ticketId: ok(response).data._id } }, moderator)).reported

  it('is shown to the moderator: the message, the session or the review itself', async () => {
    const conversationId = await conversationOf(test, mentee, mentor)
    const message = await say(mentor, conversationId, 'You will regret this')
    expect(await shown(await about(mentee, mentor, { kind: 'message', id: message._id }))).toEqual({
      text: 'You will regret this',
      at: message.createdAt,
    })
    // Looking at what somebody wrote to somebody is an act.
    const looks = async () =>
      ok(await test.call(api.moderation.auditLog, { query: { action: 'read_messages' } as never }, moderator))
        .entries.length
    expect(await looks()).toBe(1)
    const slot = await publish(test, mentor, hoursAhead(test, 26))
    ok(await book(test, mentee, slot._id, 'First call'))
    for (const [by, accused] of [
      [mentee, mentor],
      [mentor, mentee],
    ] as const)
      expect(await shown(await about(by, accused, { kind: 'slot', id: slot._id }))).toEqual({
        text: 'First call',
        at: slot.start,
      })
    expect(await shown(await about(mentee, mentor, { kind: 'profile', id: mentor.id }))).toBeNull()
    expect(await looks()).toBe(1)
    await test.app.db.pool.query('delete from message where id = $1', [message._id])
  })

  it('must be of the two: what others have is not found, and no ticket is made', async () => {
    const stranger = await newMentee(test)
    const other = await newMentor(test, moderator)
    await enroll(test, stranger, other)
    await enroll(test, mentee, other)
    const theirs = await say(other, await conversationOf(test, stranger, other), 'between us')
    const own = await say(mentee, await conversationOf(test, mentee, mentor), 'my own words')
    const slot = await publish(test, other, hoursAhead(test, 60))
    ok(await book(test, stranger, slot._id))
    const open = await publish(test, mentor, hoursAhead(test, 62))
    const { rows: before } = await test.app.db.pool.query('select count(*) from ticket')
    for (const [by, accused, kind, id] of [
      [mentee, other, 'message', theirs._id],
      [mentee, mentor, 'message', theirs._id],
      // One's own words accuse nobody.
      [mentee, mentor, 'message', own._id],
      [mentee, other, 'slot', slot._id],
      [mentee, mentor, 'slot', slot._id],
      [mentor, mentee, 'slot', open._id],
      [mentee, mentor, 'profile', other.id],
      [mentee, mentor, 'review', v7()],
      [mentee, mentor, 'message', v7()],
    ] as const) {
      const refused = await about(by, accused, { kind, id })
      expect([kind, refused.status, refused.body.code]).toEqual([kind, 404, 'not_found'])
    }
    const { rows: after } = await test.app.db.pool.query('select count(*) from ticket')
    expect(after).toEqual(before)
  })

  it('may be the profile of a mentor whom a mentee only looked at, and of no other stranger', async () => {
    const reader = await newMentee(test)
    expect((await about(reader, mentor, { kind: 'profile', id: mentor.id })).status).toBe(201)
    expect((await about(reader, mentee, { kind: 'profile', id: mentee.id })).status).toBe(404)
    expect((await about(mentor, reader, { kind: 'profile', id: reader.id })).status).toBe(404)
  })
})
