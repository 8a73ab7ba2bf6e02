import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  book,
  enroll,
  hoursAhead,
  mentorForm,
  newApplicant,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  signInMentor,
  type TestPerson,
} from '../../testing/people.ts'
import { sanctionsOf } from '../../testing/sanctions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
let second: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  second = await newModerator(test)
})
afterAll(() => test.close())

const accept = (by: TestPerson, mentorId: string) =>
  test.call(api.moderation.accept, { body: { mentorId } }, by)
const reject = (by: TestPerson, mentorId: string, reason: string) =>
  test.call(api.moderation.reject, { body: { mentorId, reason } }, by)
const blockMentor = (mentorId: string, isBlocked?: boolean) =>
  test.call(
    api.moderation.changeMentorStatus,
    { body: { mentorId, ...(isBlocked === undefined ? {} : { isBlocked }), note: 'why' } },
    moderator,
  )
const search = async (text: string) =>
  ok(await test.call(api.search.mentors, { query: { search: text } })).mentorsSearchResult

describe('blocking a mentor', () => {
  it('takes the mentor out of search and profile, cancels bookings, gives calls back, ends sessions', async () => {
    const form = { ...mentorForm(), firstName: 'Quillon' }
    const mentor = await newMentor(test, moderator, form)
    const mentee = await newMentee(test)
    await enroll(test, mentee, mentor)
    const booked = await publish(test, mentor, hoursAhead(test, 5))
    await publish(test, mentor, hoursAhead(test, 8))
    ok(await book(test, mentee, booked._id))
    expect(ok(await blockMentor(mentor.id, true)).data).toEqual({ _id: mentor.id, isBlocked: true })
    expect(await search('quillon')).toEqual([])
    expect((await test.call(api.mentors.profile, { params: { mentorId: mentor.id } })).status).toBe(404)
    await expect
      .poll(
        async () =>
          (await test.call(api.slots.upcomingLive, { params: { mentorId: mentor.id } }, mentor)).status,
      )
      .toBe(401)
    const enrollments = ok(
      await test.call(api.enrollments.subscribedMentors, { params: { menteeId: mentee.id } }, mentee),
    )
    expect(enrollments.allMentorsSubscribed[0]?.callsLeft).toBe(4)
    const past = ok(
      await test.call(api.slots.booked, { params: { menteeId: mentee.id }, query: { when: 'past' } }, mentee),
    )
    expect(past.bookedSlots.map((slot) => [slot._id, slot.status])).toEqual([[booked._id, 'cancelled']])
    expect((await test.call(api.slots.forMentee, { params: { mentorId: mentor.id } }, mentee)).status).toBe(
      404,
    )
    const again = await test.call(api.mentors.register, { body: form })
    expect([again.status, again.body.isBlocked]).toEqual([403, true])
    ok(await blockMentor(mentor.id))
    expect(await search('quillon')).toHaveLength(1)
    await signInMentor(test, form.email)
  })

  it('is written into an audit log that nobody can change', async () => {
    const mentor = await newMentor(test, moderator)
    ok(await blockMentor(mentor.id, true))
    expect((await blockMentor(mentor.id, true)).body).toMatchObject({
      code: 'already_decided',
      decidedBy: 'Moderator',
    })
    const { entries } = ok(await test.call(api.moderation.auditLog, { query: { limit: 2 } }, moderator))
    expect(entries.map((entry) => [entry.action, entry.subjectId, entry.moderatorId])).toEqual([
      ['block', mentor.id, moderator.id],
      ['accept', mentor.id, moderator.id],
    ])
    await expect(test.app.db.pool.query("update audit_entry set note = 'x'")).rejects.toThrow(/append-only/)
    await expect(test.app.db.pool.query('delete from audit_entry')).rejects.toThrow(/append-only/)
  })

  it('tells who comes second who lifted a block, in whichever way', async () => {
    const [mentor, other] = [await newMentor(test, moderator), await newModerator(test)]
    await test.app.db.pool.query("update account set first_name = 'Dev' where id = $1", [other.id])
    for (const isBlocked of [true, false, true]) ok(await blockMentor(mentor.id, isBlocked))
    const block = (await sanctionsOf(test, moderator, mentor)).find(({ endedAt }) => endedAt === null)!
    const params = { id: block._id }
    ok(await test.call(api.cases.lift, { params, body: { text: 'A mistake.' } }, other))
    expect((await blockMentor(mentor.id, false)).body).toMatchObject({
      code: 'already_decided',
      decidedBy: 'Dev',
    })
    // One that ended by itself since then was ended by nobody.
    await test.app.db.pool.query(
      `insert into sanction (id, account_id, kind, started_at, ends_at, ended_at)
       values ($1, $2, 'suspend', now(), now() + interval '1 hour', now() + interval '1 hour')`,
      [test.app.newId(), mentor.id],
    )
    expect(ok(await blockMentor(mentor.id, false)).data).toMatchObject({ isBlocked: false })
  })

  it('every act of a moderator is in the audit log: accept, refuse, block, unblock, action, dismissal', async () => {
    const accepted = await newApplicant(test, moderator)
    const refused = await newApplicant(test, moderator)
    ok(await accept(moderator, accepted))
    ok(await reject(moderator, refused, 'Tell us more.'))
    const mentor = await newMentor(test, moderator)
    ok(await blockMentor(mentor.id, true))
    ok(await blockMentor(mentor.id, false))
    const mentee = await newMentee(test)
    await enroll(test, mentee, mentor)
    const complain = async () => {
      const body = { complaint: { accusedId: mentor.id }, content: 'Asked for money.', subject: 'Money' }
      return ok(
        await test.call(
          api.tickets.raiseAsMentee,
          { params: { menteeId: mentee.id }, body: body as never },
          mentee,
        ),
      ).data._id
    }
    const [dismissed, acted] = [await complain(), await complain()]
    ok(await test.call(api.tickets.decide, { body: { ticketId: dismissed, action: 'dismiss' } }, moderator))
    ok(await test.call(api.tickets.decide, { body: { ticketId: acted, action: 'block' } }, moderator))
    const { entries } = ok(await test.call(api.moderation.auditLog, { query: { limit: 100 } }, moderator))
    const actsOn = (subjectId: string) =>
      entries.filter((entry) => entry.subjectId === subjectId).map(({ action }) => action)
    expect(actsOn(accepted)).toEqual(['accept'])
    expect(entries.find((entry) => entry.subjectId === refused)).toMatchObject({
      action: 'reject',
      note: null,
    })
    expect(actsOn(dismissed)).toEqual(['dismiss'])
    expect(actsOn(acted)).toEqual(['action'])
    expect(actsOn(mentor.id)).toEqual(expect.arrayContaining(['block', 'unblock']))
  })

  it('names in the audit log who did what to whom, of a ticket the accused, and nobody whose account is gone', async () => {
    const mentor = await newMentor(test, moderator)
    const mentee = await newMentee(test)
    await enroll(test, mentee, mentor)
    const body = { complaint: { accusedId: mentor.id }, content: 'Asked for money.', subject: 'Money' }
    const ticketId = ok(
      await test.call(api.tickets.raiseAsMentee, { params: { menteeId: mentee.id }, body }, mentee),
    ).data._id
    ok(await test.call(api.tickets.decide, { body: { ticketId, action: 'dismiss' } }, second))
    ok(await test.call(api.moderation.changeMenteeStatus, { body: { menteeId: mentee.id } }, moderator))
    const newest = async () =>
      ok(await test.call(api.moderation.auditLog, { query: { limit: 2 } }, moderator)).entries
    expect(await newest()).toMatchObject([
      {
        action: 'block',
        moderatorName: 'Moderator',
        about: { _id: mentee.id, role: 'mentee', firstName: 'Asha', lastName: 'Rao' },
        ticketId: null,
      },
      {
        action: 'dismiss',
        moderatorName: 'Moderator',
        about: { _id: mentor.id, role: 'mentor', firstName: 'Vikram', lastName: 'Iyer' },
        ticketId,
      },
    ])
    await test.app.db.pool.query('update account set deleted_at = now() where id = $1', [mentee.id])
    expect((await newest()).map(({ about }) => about?._id ?? null)).toEqual([null, mentor.id])
  })

  it('releases the bookings of a blocked mentee', async () => {
    const mentor = await newMentor(test, moderator)
    const mentee = await newMentee(test)
    await enroll(test, mentee, mentor)
    const slot = await publish(test, mentor, hoursAhead(test, 30))
    ok(await book(test, mentee, slot._id))
    ok(await test.call(api.moderation.changeMenteeStatus, { body: { menteeId: mentee.id } }, moderator))
    expect(ok(await test.call(api.slots.get, { params: { slotId: slot._id } }, mentor)).data).toMatchObject({
      status: 'open',
      menteeId: null,
    })
  })
})

describe('lists', () => {
  it('page through everybody without repeating or skipping, and search by name and email', async () => {
    const mentees = []
    for (let n = 0; n < 7; n++) mentees.push(await newMentee(test))
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const response: { mentees: { _id: string }[]; nextCursor: string | null } = ok(
        await test.call(
          api.moderation.mentees,
          { query: { limit: 3, ...(cursor ? { cursor } : {}) } },
          moderator,
        ),
      )
      seen.push(...response.mentees.map((mentee) => mentee._id))
      cursor = response.nextCursor
    } while (cursor)
    expect(new Set(seen).size).toBe(seen.length)
    for (const mentee of mentees) expect(seen).toContain(mentee.id)
    const found = ok(
      await test.call(
        api.moderation.mentees,
        { query: { search: mentees[0]!.email.toUpperCase() } },
        moderator,
      ),
    )
    expect(found.mentees.map((mentee) => mentee._id)).toEqual([mentees[0]!.id])
  })

  it('count each day, zeros included', async () => {
    await newMentee(test)
    const { newMenteeDetail } = ok(await test.call(api.stats.newMentees, { query: { days: 7 } }, moderator))
    expect(newMenteeDetail).toHaveLength(7)
    expect(newMenteeDetail.at(-1)!.count).toBeGreaterThan(0)
    expect(newMenteeDetail[0]!.count).toBe(0)
  })
})
