import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  enroll,
  newMentee,
  newMentor,
  newModerator,
  ok,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
let second: TestPerson
let mentor: TestPerson
let mentee: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  second = await newModerator(test)
  mentor = await newMentor(test, moderator)
  mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
})
afterAll(() => test.close())

const raise = (by: TestPerson, accusedId: string, content = 'Did not come to two sessions.') =>
  test.call(
    api.tickets.raiseAsMentee,
    { params: { menteeId: by.id }, body: { complaint: { accusedId }, content, subject: 'Absent' } },
    by,
  )
const decide = (by: TestPerson, ticketId: string, action?: 'block' | 'dismiss') =>
  test.call(api.tickets.decide, { body: { ticketId, note: 'seen', ...(action ? { action } : {}) } }, by)

describe('a ticket', () => {
  it('names both people and shows only to who raised it and to moderators', async () => {
    const { data } = ok(await raise(mentee, mentor.id))
    expect(data).toMatchObject({
      complaint: { accusedId: { _id: mentor.id } },
      raisedBy: { _id: mentee.id, role: 'mentee' },
      subject: 'Absent',
      status: 'open',
      context: null,
    })
    expect(data.ticketId).toBe(data._id)
    const own = ok(
      await test.call(api.tickets.ofMentee, { params: { menteeId: mentee.id } }, mentee),
    ).listOfTickets
    expect(own.map((ticket) => ticket._id)).toContain(data._id)
    expect(
      ok(await test.call(api.tickets.ofMentor, { params: { mentorId: mentor.id } }, mentor)).listOfTickets,
    ).toEqual([])
    const { responseFromDb } = ok(await test.call(api.tickets.list, { query: { status: 'open' } }, moderator))
    expect(responseFromDb.map((ticket) => ticket._id)).toContain(data._id)
  })

  it('of one person who raises many does not bury those of others', async () => {
    const angry = await newMentee(test)
    await enroll(test, angry, mentor)
    const raised = await Promise.all(
      Array.from({ length: limits.ticketsADay + 5 }, () => raise(angry, mentor.id)),
    )
    const refused = raised.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array(5).fill([429, 'rate_limited']),
    )
    ok(await raise(mentee, mentor.id))
  })

  it('waits in a queue with the longest wait on top, page after page', async () => {
    for (const content of ['first of three', 'second of three', 'third of three'])
      ok(await raise(mentee, mentor.id, content))
    const waiting: string[] = []
    let cursor: string | null = null
    do {
      const page: { responseFromDb: { createdAt: string }[]; nextCursor: string | null } = ok(
        await test.call(
          api.tickets.list,
          { query: { status: 'open', limit: 2, ...(cursor ? { cursor } : {}) } },
          moderator,
        ),
      )
      waiting.push(...page.responseFromDb.map(({ createdAt }) => createdAt))
      cursor = page.nextCursor
    } while (cursor)
    expect(waiting.length).toBeGreaterThanOrEqual(3)
    expect(waiting).toEqual(waiting.toSorted())
  })

  it('needs dealings with the accused, and words', async () => {
    const stranger = await newMentee(test)
    expect((await raise(stranger, mentor.id)).status).toBe(404)
    expect((await raise(mentee, stranger.id)).status).toBe(404)
    expect((await raise(mentee, mentor.id, '  ')).body.fields).toHaveProperty('content')
  })

  it('is raised by a mentor inside ticketObject', async () => {
    const body = { ticketObject: { complaint: { accusedId: mentee.id }, content: 'Rude in chat.' } }
    const { data } = ok(
      await test.call(api.tickets.raiseAsMentor, { params: { mentorId: mentor.id }, body }, mentor),
    )
    expect(data.raisedBy).toMatchObject({ _id: mentor.id, role: 'mentor' })
  })

  it('is dismissed once; the second moderator is told who did', async () => {
    const { data } = ok(await raise(mentee, mentor.id))
    const responses = await Promise.all([
      decide(moderator, data._id, 'dismiss'),
      decide(second, data._id, 'dismiss'),
    ])
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409])
    expect(responses.find((response) => response.status === 409)?.body).toMatchObject({
      code: 'already_decided',
      decidedBy: 'Moderator',
    })
  })

  it('once closed says to moderators who closed it, when and why, and to whoever raised it only what', async () => {
    const { data } = ok(await raise(mentee, mentor.id))
    ok(await decide(second, data._id, 'dismiss'))
    const { ticket } = ok(await test.call(api.tickets.get, { params: { ticketId: data._id } }, moderator))
    expect(ticket.decision).toMatchObject({ by: 'Moderator', note: 'seen' })
    expect(Date.parse(ticket.decision!.at)).not.toBeNaN()
    const { responseFromDb } = ok(
      await test.call(api.tickets.list, { query: { status: 'dismissed' } }, moderator),
    )
    expect(responseFromDb.find(({ _id }) => _id === data._id)?.decision).toEqual(ticket.decision)
    const own = ok(await test.call(api.tickets.ofMentee, { params: { menteeId: mentee.id } }, mentee))
    expect(own.listOfTickets.find(({ _id }) => _id === data._id)).toMatchObject({ status: 'dismissed' })
    expect(JSON.stringify(own)).not.toMatch(/decision|seen/)
  })

  it('that blocks closes those that the moderator saw with it, and none about others or closed before', async () => {
    const accused = await newMentor(test, moderator)
    const other = await newMentee(test)
    for (const by of [mentee, other]) await enroll(test, by, accused)
    const first = ok(await raise(mentee, accused.id)).data
    const seen = ok(await raise(other, accused.id)).data
    const closed = ok(await raise(mentee, accused.id)).data
    ok(await decide(second, closed._id, 'dismiss'))
    const aboutAnother = ok(await raise(mentee, mentor.id)).data
    const late = ok(await raise(mentee, accused.id)).data
    const alsoTicketIds = [seen._id, closed._id, aboutAnother._id]
    const { data } = ok(
      await test.call(
        api.tickets.decide,
        { body: { ticketId: first._id, action: 'block', note: 'Money.', alsoTicketIds } },
        moderator,
      ),
    )
    expect(data).toMatchObject({ status: 'actioned', isAccusedBlocked: true })
    const statusOf = async ({ _id }: { _id: string }) =>
      ok(await test.call(api.tickets.get, { params: { ticketId: _id } }, moderator)).ticket.status
    expect(await Promise.all([first, seen, closed, aboutAnother, late].map(statusOf))).toEqual([
      'actioned',
      'actioned',
      'dismissed',
      'open',
      'open',
    ])
    const { rows } = await test.app.db.pool.query(
      `select 1 from notification where account_id = $1 and content like 'We have blocked%'`,
      [other.id],
    )
    expect(rows).toHaveLength(1)
  })

  it('is told to the moderators who have it open: when it comes, and when it is decided', async () => {
    const heard: unknown[] = []
    const socket: Socket = io(await test.listen(), {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    try {
      socket.on('cases', (event) => heard.push(event))
      socket.emit('setup', { role: 'moderator', userId: second.id, token: second.token })
      await new Promise((resolve) => socket.once('connected', resolve))
      const { data } = ok(await raise(mentee, mentor.id))
      await expect.poll(() => heard).toEqual([{ kind: 'ticket' }])
      ok(await decide(moderator, data._id, 'dismiss'))
      await expect.poll(() => heard).toEqual([{ kind: 'ticket' }, { kind: 'ticket', caseId: data._id }])
    } finally {
      socket.close()
    }
  })

  it('about somebody who deleted the account blocks nobody, and says so', async () => {
    const accused = await newMentor(test, moderator)
    await enroll(test, mentee, accused)
    const { _id } = ok(await raise(mentee, accused.id)).data
    const body = { password: testPassword }
    ok(await test.call(api.accountSettings.mentor.deleteAccount, { body }, accused))
    const refused = await decide(moderator, _id, 'block')
    const action = 'This account was deleted: there is no one to sanction.'
    expect([refused.status, refused.body.fields]).toEqual([400, { action }])
    const { ticket } = ok(await test.call(api.tickets.get, { params: { ticketId: _id } }, moderator))
    expect([ticket.status, ticket.isAccusedDeleted]).toEqual(['open', true])
    expect(ok(await decide(moderator, _id, 'dismiss')).data.status).toBe('dismissed')
  })

  it('blocks the accused by default, and leaves one blocked who is', async () => {
    const accused = await newMentor(test, moderator)
    await enroll(test, mentee, accused)
    const first = ok(await raise(mentee, accused.id)).data
    const other = ok(await raise(mentee, accused.id)).data
    expect(ok(await decide(moderator, first._id)).data.status).toBe('actioned')
    expect((await test.call(api.mentors.profile, { params: { mentorId: accused.id } })).status).toBe(404)
    expect(ok(await decide(moderator, other._id)).data.status).toBe('actioned')
    const { ticket, earlier } = ok(
      await test.call(api.tickets.get, { params: { ticketId: first._id } }, moderator),
    )
    expect([ticket._id, earlier.map((each) => each._id)]).toEqual([first._id, [other._id]])
    const file = ok(
      await test.call(api.moderation.mentor, { params: { mentorId: accused.id } }, moderator),
    ).mentor
    expect(file.isBlocked).toBe(true)
    expect(file.acts.map((act) => act.action)).toEqual(['action', 'block', 'action', 'accept'])
    expect(file.tickets).toHaveLength(2)
    const enrolled = ok(
      await test.call(api.enrollments.subscribedMentors, { params: { menteeId: mentee.id } }, mentee),
    )
    expect(enrolled.allMentorsSubscribed.find((each) => each.mentorId._id === accused.id)?.status).toBe(
      'ending',
    )
  })
})
