import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  book,
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

const engines = inject('engines').server ? (['embedded', 'server'] as const) : (['embedded'] as const)

describe.each(engines)('slots on the %s database', (engine) => {
  let test: TestApp
  let moderator: TestPerson
  let mentor: TestPerson
  let mentee: TestPerson
  let nextHour = 30

  /** A start that no other test of this file uses. */
  const freshStart = () => {
    nextHour += 2
    return hoursAhead(test, nextHour)
  }

  beforeAll(async () => {
    test = await startTestApp({ engine })
    moderator = await newModerator(test)
    mentor = await newMentor(test, moderator)
    mentee = await newMentee(test)
    await enroll(test, mentee, mentor)
  })
  afterAll(() => test.close())

  const callsLeft = async (of: TestPerson) => {
    const response = await test.call(api.enrollments.subscribedMentors, { params: { menteeId: of.id } }, of)
    return ok(response).allMentorsSubscribed.find((enrollment) => enrollment.mentorId._id === mentor.id)
      ?.callsLeft
  }

  /** On a machine that is busy otherwise some are told to come back, and do. */
  async function insistOn(by: TestPerson, slotId: string): ReturnType<typeof book> {
    const response = await book(test, by, slotId)
    return response.status === 503 ? insistOn(by, slotId) : response
  }

  it('gives one slot to exactly one of 200 who book at once', async () => {
    const mentees = await Promise.all(Array.from({ length: 20 }, () => newMentee(test)))
    for (const each of mentees) await enroll(test, each, mentor)
    const slot = await publish(test, mentor, freshStart())
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, index) => insistOn(mentees[index % mentees.length]!, slot._id)),
    )
    const winners = responses.filter((response) => response.status === 200)
    expect(winners).toHaveLength(1)
    const codes = new Set(
      responses.filter((response) => response.status !== 200).map((response) => response.body.code),
    )
    expect([...codes]).toEqual(['slot_unavailable'])
    const winner = winners[0]!.body.data.menteeId!._id
    for (const each of mentees) expect(await callsLeft(each)).toBe(each.id === winner ? 3 : 4)
  })

  it('tells the loser of a race three open alternatives nearest in time', async () => {
    const rival = await newMentee(test)
    await enroll(test, rival, mentor)
    const start = freshStart()
    const taken = await publish(test, mentor, start)
    const near = []
    for (let n = 0; n < 3; n++) near.push(await publish(test, mentor, freshStart()))
    ok(await book(test, rival, taken._id))
    const refused = await book(test, mentee, taken._id)
    expect([refused.status, refused.body.code]).toEqual([400, 'slot_unavailable'])
    expect((refused.body.alternatives as { _id: string }[]).map((slot) => slot._id)).toEqual(
      near.map((slot) => slot._id),
    )
  })

  it('takes a fifth call of a period from nobody, even when all are asked for at once', async () => {
    const eager = await newMentee(test)
    await enroll(test, eager, mentor)
    const slots = []
    for (let n = 0; n < 6; n++) slots.push(await publish(test, mentor, freshStart()))
    const responses = await Promise.all(slots.map((slot) => book(test, eager, slot._id)))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(4)
    expect(responses.filter((response) => response.body.code === 'quota_used')).toHaveLength(2)
    expect(await callsLeft(eager)).toBe(0)
  })

  it('never has a mentee in two places at once', async () => {
    const second = await newMentor(test, moderator)
    const busy = await newMentee(test)
    await enroll(test, busy, mentor)
    await enroll(test, busy, second)
    const start = freshStart()
    const here = await publish(test, mentor, start)
    const there = await publish(test, second, start)
    const responses = await Promise.all([book(test, busy, here._id), book(test, busy, there._id)])
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400])
    expect(responses.find((response) => response.status === 400)?.body.code).toBe('slot_overlap')
  })

  it('refuses to publish what overlaps, lies in the past or is too long, naming the field', async () => {
    const start = freshStart()
    await publish(test, mentor, start)
    const at = (startsAt: Date, minutes: number, type: 'session' | 'intro' = 'session') =>
      test.call(
        api.slots.publish,
        {
          body: {
            mentorId: mentor.id,
            slotDetails: {
              type,
              start: startsAt.toISOString(),
              end: new Date(startsAt.getTime() + minutes * 60_000).toISOString(),
            },
          },
        },
        mentor,
      )
    expect((await at(new Date(start.getTime() + 30 * 60_000), 60)).body.code).toBe('slot_overlap')
    expect((await at(new Date(Date.now() - 3_600_000), 60)).body.fields).toHaveProperty(['slotDetails.start'])
    expect((await at(freshStart(), 61)).body.fields).toHaveProperty(['slotDetails.end'])
    expect((await at(freshStart(), -5)).body.fields).toHaveProperty(['slotDetails.end'])
    expect((await at(freshStart(), 30, 'intro')).body.fields).toHaveProperty(['slotDetails.end'])
  })

  it('shows the topic while booked and the mentor’s words again after a cancellation', async () => {
    const slot = await publish(test, mentor, freshStart())
    const booked = ok(await book(test, mentee, slot._id, 'My first deploy')).data
    expect(booked).toMatchObject({
      status: 'booked',
      title: 'My first deploy',
      mentorPreferences: 'Ask me anything',
    })
    expect(booked.menteeId?._id).toBe(mentee.id)
    const left = await callsLeft(mentee)
    const cancelled = ok(await test.call(api.slots.cancel, { body: { slotId: slot._id } }, mentee)).data
    expect(cancelled).toMatchObject({ status: 'open', title: 'Ask me anything', menteeId: null })
    expect(await callsLeft(mentee)).toBe(left! + 1)
  })

  it('tells the mentor which session was cancelled, in the zone of the mentor', async () => {
    await test.app.db.pool.query(`update account set time_zone = 'UTC' where id = $1`, [mentor.id])
    const open = await publish(test, mentor, freshStart())
    const caller = await newMentee(test)
    await enroll(test, caller, mentor)
    ok(await book(test, caller, open._id))
    ok(await test.call(api.slots.cancel, { body: { slotId: open._id } }, caller))
    const { notifications } = ok(
      await test.call(api.notifications.mentor.list, { params: { ownId: mentor.id } }, mentor),
    )
    const [day, clock] = [
      new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short', day: 'numeric' }),
      new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' }),
    ].map((format) => format.format(Date.parse(open.start)))
    const { content } = notifications[0]!
    expect(content).toMatch(new RegExp(`^${caller.firstName} cancelled ${day!.replace(',', '')} `))
    expect(content.endsWith(clock!.toLowerCase().replace(/\s/g, ' '))).toBe(true)
  })

  it('keeps the call of a session that is cancelled less than 12 hours before', async () => {
    const late = await newMentee(test)
    await enroll(test, late, mentor)
    const slot = await publish(test, mentor, hoursAhead(test, 8))
    ok(await book(test, late, slot._id))
    ok(await test.call(api.slots.cancel, { body: { slotId: slot._id } }, late))
    expect(await callsLeft(late)).toBe(3)
  })

  it('lists to the mentor what was published for next year, with a range and without', async () => {
    const far = await publish(test, mentor, hoursAhead(test, 300 * 24))
    const listed = async (query: { from?: string; to?: string }) =>
      ok(
        await test.call(api.slots.ofMentor, { params: { mentorId: mentor.id }, query }, mentor),
      ).allTimeSlots.some(({ _id }) => _id === far._id)
    expect(await listed({})).toBe(true)
    const dayOf = (days: number) => hoursAhead(test, days * 24).toISOString()
    expect(await listed({ from: dayOf(200), to: dayOf(330) })).toBe(true)
    expect(await listed({ to: dayOf(200) })).toBe(false)
  })

  it('lets a stranger neither see, cancel nor delete a slot', async () => {
    const slot = await publish(test, mentor, freshStart())
    ok(await book(test, mentee, slot._id))
    const stranger = await newMentee(test)
    const otherMentor = await newMentor(test, moderator)
    expect((await book(test, stranger, slot._id)).body.code).toBe('not_enrolled')
    expect((await test.call(api.slots.cancel, { body: { slotId: slot._id } }, stranger)).status).toBe(404)
    expect((await test.call(api.slots.remove, { params: { slotId: slot._id } }, otherMentor)).status).toBe(
      404,
    )
    expect((await test.call(api.slots.get, { params: { slotId: slot._id } }, otherMentor)).status).toBe(404)
    const seen = ok(
      await test.call(api.slots.forMentee, { params: { mentorId: mentor.id } }, stranger),
    ).timeSlots
    expect(seen.filter((each) => each.type === 'session')).toEqual([])
    ok(await test.call(api.slots.cancel, { body: { slotId: slot._id } }, mentee))
  })

  it('gives the call back when the mentor deletes a booked slot, and remembers whom it was taken from', async () => {
    const wronged = await newMentee(test)
    await enroll(test, wronged, mentor)
    const slot = await publish(test, mentor, hoursAhead(test, 5))
    ok(await book(test, wronged, slot._id))
    const removed = ok(await test.call(api.slots.remove, { params: { slotId: slot._id } }, mentor)).data
    expect(removed).toMatchObject({ status: 'cancelled' })
    expect(await callsLeft(wronged)).toBe(4)
    const past = ok(
      await test.call(
        api.slots.booked,
        { params: { menteeId: wronged.id }, query: { when: 'past' } },
        wronged,
      ),
    )
    expect(past.bookedSlots.map((each) => each._id)).toEqual([slot._id])
    const { notifications } = ok(
      await test.call(api.notifications.mentee.list, { params: { ownId: wronged.id } }, wronged),
    )
    expect(notifications[0]?.content).toMatch(/^Vikram cancelled /)
  })

  it('refuses to cancel what has started', async () => {
    const slot = await publish(test, mentor, freshStart())
    const punctual = await newMentee(test)
    await enroll(test, punctual, mentor)
    ok(await book(test, punctual, slot._id))
    const waitMs = new Date(slot.start).getTime() - test.clock.now().getTime() + 60_000
    test.clock.advance(waitMs)
    const fresh = ok(
      await test.call(api.accounts.loginMentee, {
        body: { email: punctual.email, password: 'a long test passphrase' },
      }),
    )
    const response = await test.call(
      api.slots.cancel,
      { body: { slotId: slot._id } },
      { token: fresh.accessToken },
    )
    expect(response.body.code).toBe('not_cancellable')
    test.clock.advance(-waitMs)
  })
})
