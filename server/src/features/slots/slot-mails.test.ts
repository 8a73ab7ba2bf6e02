import { api } from '@marga/contract/api'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hoursMs } from '../../platform/clock.ts'
import { type OutboxMail, outboxWith } from '../../testing/outbox.ts'
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

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
let mentee: TestPerson
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  // Some tests move the clock past the life of a token.
  moderator = await newModerator(test)
  mentor = await newMentor(test, moderator)
  mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
})

const written = (person: TestPerson, subject: string) => outboxWith(test, person.email, subject)
const only = (mails: OutboxMail[]) => {
  expect(mails).toHaveLength(1)
  return mails[0]!
}
const cancel = (slotId: string) => test.call(api.slots.cancel, { body: { slotId } }, mentee)
const switchOff = async (person: TestPerson, email: Record<string, boolean>) => {
  const calls = api.accountSettings[person.role as 'mentee']
  ok(await test.call(calls.editPreferences, { params: { ownId: person.id }, body: { email } }, person))
}
async function bookedIn(hours: number, topic?: string) {
  const slot = await publish(test, mentor, hoursAhead(test, hours))
  return ok(await book(test, mentee, slot._id, topic)).data
}

/** The one event of a mail's attachment, read by a public parser. */
function eventOf(mail: OutboxMail) {
  const { text, contentType } = mail.attachments[0]!
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const calendar = new ICAL.Component(ICAL.parse(text))
  const component = calendar.getFirstSubcomponent('vevent')!
  const event = new ICAL.Event(component)
  return {
    method: calendar.getFirstPropertyValue('method'),
    contentType,
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    summary: event.summary,
    status: component.getFirstPropertyValue('status'),
    organizer: component.getFirstPropertyValue('organizer'),
    attendees: event.attendees.map((attendee) => attendee.getFirstValue()),
    stamp: component.getFirstPropertyValue('dtstamp')?.toString(),
  }
}

describe('a booking', () => {
  it('is mailed to both, with an invitation that names only the reader', async () => {
    const slot = await bookedIn(30, 'Reading, writing; and "Go"')
    for (const [person, other] of [
      [mentee, 'Vikram Iyer'],
      [mentor, 'Asha Rao'],
    ] as const) {
      const mail = only(await written(person, `Booked: session with ${other}`))
      expect(eventOf(mail)).toMatchObject({
        method: 'REQUEST',
        contentType: 'text/calendar; charset=utf-8; method=REQUEST',
        uid: `${slot.bookingId}@localhost`,
        start: slot.start,
        end: slot.end,
        summary: `Session with ${other}`,
        status: 'CONFIRMED',
        organizer: 'mailto:no-reply@localhost',
        attendees: [`mailto:${person.email}`],
      })
      expect(mail.text).toContain('Reading, writing; and "Go"')
      expect(mail.text).toContain(`/${person.role}s/connect/live/${slot._id}`)
    }
    const toMentee = only(await written(mentee, 'Booked'))
    expect(JSON.stringify(toMentee)).not.toContain(mentor.email)
  })

  it('names the hour in the time zone of the reader', async () => {
    const params = { menteeId: mentee.id }
    ok(
      await test.call(
        api.accountSettings.editMenteeProfile,
        { params, body: { timeZone: 'America/New_York' } },
        mentee,
      ),
    )
    const slot = await bookedIn(34)
    const hour = (timeZone: string) =>
      new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
        .format(new Date(slot.start))
        .toLowerCase()
        .replace(/\s/, ' ')
    const toMentee = only(await written(mentee, 'Booked'))
    expect(toMentee.text).toContain(`${hour('America/New_York')} to`)
    expect(toMentee.text).toMatch(/\(Eastern (Standard|Daylight) Time, America\/New_York\)/)
    const toMentor = only(await written(mentor, 'Booked'))
    expect(toMentor.text).toContain(`${hour('Asia/Kolkata')} to`)
    expect(toMentor.text).toContain('(India Standard Time, Asia/Kolkata)')
  })

  it('is mailed to whoever wants it only', async () => {
    await switchOff(mentor, { bookings: false })
    await bookedIn(38)
    expect(await written(mentor, 'Booked')).toEqual([])
    expect(await written(mentee, 'Booked')).toHaveLength(1)
  })

  it('is not mailed when it is lost to somebody else', async () => {
    const slot = await publish(test, mentor, hoursAhead(test, 40))
    const rival = await newMentee(test)
    await enroll(test, rival, mentor)
    const responses = await Promise.all([book(test, mentee, slot._id), book(test, rival, slot._id)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await written(mentor, 'Booked')).toHaveLength(1)
  })
})

describe('a cancellation', () => {
  it('by the mentee takes the same event out of both calendars, with a higher number', async () => {
    const slot = await bookedIn(44, 'Contracts')
    ok(await cancel(slot._id))
    const invited = eventOf(only(await written(mentee, 'Booked')))
    const own = only(await written(mentee, 'Cancelled: session with Vikram Iyer'))
    expect(own.text).toContain('You have cancelled')
    expect(own.text).toMatch(
      /The call is yours again, until \w+ \d+\w+ \d{4}\. You have 4 calls left this month\./,
    )
    const event = eventOf(own)
    expect(event).toMatchObject({
      method: 'CANCEL',
      status: 'CANCELLED',
      uid: invited.uid,
      start: slot.start,
    })
    expect(event.sequence).toBeGreaterThan(invited.sequence)
    const told = only(await written(mentor, 'Cancelled: session with Asha Rao'))
    expect(told.text).toContain('Asha Rao has cancelled')
    expect(told.text).not.toContain('yours again')
    expect(eventOf(told)).toMatchObject({ method: 'CANCEL', attendees: [`mailto:${mentor.email}`] })
  })

  it('shortly before says that the call counts', async () => {
    const slot = await bookedIn(6)
    ok(await cancel(slot._id))
    expect(only(await written(mentee, 'Cancelled')).text).toContain(
      'It was less than 12 hours away. The call is used. You have 3 calls left this month.',
    )
  })

  it('by the mentor tells the mentee so', async () => {
    const slot = await bookedIn(48)
    ok(await test.call(api.slots.remove, { params: { slotId: slot._id } }, mentor))
    expect(only(await written(mentee, 'Cancelled')).text).toMatch(
      /Vikram Iyer has cancelled your session\.\s+The call is yours again, until [^.]+\. You have 4 calls left this month\./,
    )
    expect(only(await written(mentor, 'Cancelled')).text).toContain('You have cancelled')
  })

  it('is followed by a new invitation of a higher number when the slot is booked again', async () => {
    const slot = await bookedIn(52)
    ok(await cancel(slot._id))
    ok(await book(test, mentee, slot._id))
    const [again, first] = await written(mentor, 'Booked')
    const cancelled = only(await written(mentor, 'Cancelled'))
    const numbers = [first!, cancelled, again!].map((mail) => eventOf(mail).sequence)
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    expect(new Set(numbers).size).toBe(3)
  })

  it('comes too when a mentor is blocked, and not to the mentor', async () => {
    await bookedIn(56)
    const body = { mentorId: mentor.id, isBlocked: true }
    ok(await test.call(api.moderation.changeMentorStatus, { body }, moderator))
    expect(only(await written(mentee, 'Cancelled')).text).toContain('is no longer available')
    expect(await written(mentor, 'Cancelled')).toEqual([])
  })
})

describe('reminders', () => {
  const remind = () => test.app.jobHandlers['slots:remind']({})
  /** Moves the clock to some hours before a session. */
  const goTo = (start: string, hoursBefore: number) =>
    test.clock.advance(new Date(start).getTime() - hoursMs(hoursBefore) - test.clock.now().getTime())

  it('come a day and an hour before, once each, even when the job runs twice at the same time', async () => {
    const slot = await bookedIn(72)
    await remind()
    expect(await written(mentee, 'Reminder')).toEqual([])
    goTo(slot.start, 23.9)
    await Promise.all([remind(), remind(), remind()])
    await remind()
    for (const person of [mentee, mentor]) {
      expect(await written(person, 'Reminder')).toHaveLength(1)
      expect(await written(person, 'Soon')).toEqual([])
    }
    expect(only(await written(mentee, 'Reminder')).text).toContain('(India Standard Time, Asia/Kolkata)')
    goTo(slot.start, 0.9)
    await Promise.all([remind(), remind(), remind()])
    for (const person of [mentee, mentor]) {
      expect(await written(person, 'Reminder')).toHaveLength(1)
      expect(await written(person, 'Soon')).toHaveLength(1)
    }
  })

  it('skip the day before for whoever booked within it', async () => {
    const slot = await bookedIn(10)
    await remind()
    expect(await written(mentee, 'Reminder')).toEqual([])
    goTo(slot.start, 0.5)
    await remind()
    expect(await written(mentee, 'Soon')).toHaveLength(1)
  })

  it('do not come for what was cancelled, nor to whoever switched them off', async () => {
    const gone = await bookedIn(30)
    const kept = await bookedIn(32)
    ok(await cancel(gone._id))
    await switchOff(mentee, { reminders: false })
    goTo(kept.start, 23)
    await remind()
    expect(await written(mentee, 'Reminder')).toEqual([])
    expect(await written(mentor, 'Reminder')).toHaveLength(1)
  })
})
