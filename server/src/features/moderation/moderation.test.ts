import { api } from '@marga/contract/api'
import { v7 } from 'uuid'
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
  proveMailbox,
  publish,
  signInMentor,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
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
const mailsTo = async (email: string) =>
  (await test.request('GET', `/sandbox/mail.json?to=${encodeURIComponent(email)}`)).body as unknown as {
    subject: string
    text: string
  }[]

describe('an application', () => {
  it('is answered 403 in review to a second one, without a blocked flag', async () => {
    const form = mentorForm()
    await newApplicant(test, moderator, form)
    const response = await test.call(api.mentors.register, { body: form })
    expect([response.status, response.body.code, response.body.isBlocked]).toEqual([
      403,
      'application_in_review',
      undefined,
    ])
  })

  it('makes a listed mentor with a price once accepted, and mails the applicant', async () => {
    const form = { ...mentorForm(), firstName: 'Zarquon', hourlyRate: 1234.4 }
    const mentorId = await newApplicant(test, moderator, form)
    expect(await search('zarquon')).toEqual([])
    expect((await test.call(api.mentors.profile, { params: { mentorId } })).status).toBe(404)
    expect(ok(await accept(moderator, mentorId)).data).toMatchObject({ mentorId, status: 'accepted' })
    const [card] = await search('zarqu')
    expect(card).toMatchObject({
      _id: mentorId,
      hourlyRate: 1234,
      monthlyFee: 4936,
      rating: null,
      reviewCount: 0,
    })
    expect(card?.stripePriceId).toMatch(/^price_sandbox_/)
    await signInMentor(test, form.email)
    const subjects = (await mailsTo(form.email)).map((mail) => mail.subject)
    expect(subjects).toEqual(['Welcome: you are now a mentor', 'We have received your application'])
  })

  it('may be made again after a refusal, and shows the reason to whoever has the mail', async () => {
    const form = mentorForm()
    const mentorId = await newApplicant(test, moderator, form)
    ok(await reject(moderator, mentorId, 'Please tell more about <your> work.'))
    const mails = await mailsTo(form.email)
    expect(mails[0]?.text).toContain('Please tell more about <your> work.')
    const token = /auth\/application\?token=([\w-]+)/.exec(mails[1]!.text)![1]!
    const status = ok(await test.call(api.mentors.applicationStatus, { body: { token } })).application
    expect(status).toMatchObject({ status: 'rejected', reason: 'Please tell more about <your> work.' })
    const link = /mentor-register\?again=([\w-]+)/.exec(mails[0]!.text)![1]!
    const changed = { ...form, jobTitle: 'Principal Engineer', token: link }
    expect((await test.call(api.mentors.register, { body: changed })).status).toBe(201)
    const { mentorRequests } = ok(
      await test.call(api.moderation.requests, { query: { limit: 100 } }, moderator),
    )
    // However many are asked for at once, the number of those who wait is the number.
    const page = ok(await test.call(api.moderation.requests, { query: { limit: 1 } }, moderator))
    expect([page.mentorRequests.length, page.total]).toEqual([1, mentorRequests.length])
    expect(mentorRequests.find((request) => request.mentorId === mentorId)).toMatchObject({
      attempts: 2,
      jobTitle: 'Principal Engineer',
    })
    ok(await accept(moderator, mentorId))
    const again = await test.call(api.mentors.register, { body: form })
    expect([again.status, again.body.code]).toEqual([409, 'already_exists'])
  })

  it('is not accepted before the applicant has proven the address, and may be refused', async () => {
    const form = mentorForm()
    const mentorId = await newApplicant(test, moderator, form, { isProven: false })
    const response = await accept(moderator, mentorId)
    expect([response.status, response.body.code]).toEqual([409, 'email_unverified'])
    const login = { email: form.email, password: testPassword }
    expect((await test.call(api.accounts.loginMentor, { body: login })).body.code).toBe(
      'application_in_review',
    )
    await proveMailbox(test, 'mentor', form.email)
    ok(await accept(moderator, mentorId))
    const other = await newApplicant(test, moderator, mentorForm(), { isProven: false })
    ok(await reject(moderator, other, 'No.'))
    expect((await accept(moderator, other)).body.code).toBe('already_decided')
  })

  it('is decided once: the second of two moderators is told who decided', async () => {
    const mentorId = await newApplicant(test, moderator)
    const responses = await Promise.all([
      accept(moderator, mentorId),
      reject(second, mentorId, 'No.'),
      accept(second, mentorId),
    ])
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409, 409])
    const loser = responses.find((response) => response.status === 409)!
    expect(loser.body).toMatchObject({ code: 'already_decided', decidedBy: 'Moderator' })
    expect(Date.parse(String(loser.body.decidedAt))).not.toBeNaN()
    expect((await accept(moderator, v7())).status).toBe(404)
  })

  it('names every required field that is missing', async () => {
    const response = await test.request('POST', '/api/mentors/register', { body: {} })
    expect(Object.keys(response.body.fields as object).sort()).toEqual([
      'bio',
      'confirmpassword',
      'educationalQualification',
      'email',
      'expertise',
      'firmName',
      'firstName',
      'hourlyRate',
      'jobTitle',
      'lastName',
      'password',
      'phone',
    ])
  })

  it.each([
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ hourlyRate: 0 }, 'hourlyRate'],
    [{ hourlyRate: 100_001 }, 'hourlyRate'],
    [{ expertise: [] }, 'expertise'],
    [{ expertise: ['x'.repeat(41)] }, 'expertise.0'],
  ])('refuses %o', async (change, field) => {
    const response = await test.request('POST', '/api/mentors/register', {
      body: { ...mentorForm(), ...change },
    })
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([400, [field]])
  })
})

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
      note: 'Tell us more.',
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
