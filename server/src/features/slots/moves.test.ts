import { api } from '@marga/contract/api'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { outboxWith } from '../../testing/outbox.ts'
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
  moderator = await newModerator(test)
})
afterAll(() => test.close())
beforeEach(async () => {
  mentor = await newMentor(test, moderator)
  mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
})

const open = (hours: number) => publish(test, mentor, hoursAhead(test, hours))
const booked = async (hours: number, topic = 'Contracts') =>
  ok(await book(test, mentee, (await open(hours))._id, topic)).data
const move = (slotId: string, toSlotId: string, person = mentee) =>
  test.call(api.moves.move, { body: { slotId, toSlotId } }, person)
const slotOf = async (slotId: string) =>
  ok(await test.call(api.slots.get, { params: { slotId } }, mentor)).data
const callsOf = async () =>
  ok(await test.call(api.enrollments.subscribedMentors, { params: { menteeId: mentee.id } }, mentee))
    .allMentorsSubscribed[0]!

describe('moving a session', () => {
  it('keeps booking, topic and call, and opens the old time again', async () => {
    const from = await booked(48)
    const to = await open(60)
    const { data } = ok(await move(from._id, to._id))
    expect(data).toMatchObject({
      _id: to._id,
      status: 'booked',
      title: 'Contracts',
      bookingId: from.bookingId,
      callId: from.callId,
      movesLeft: 1,
    })
    expect(data.menteeId?._id).toBe(mentee.id)
    expect(await slotOf(from._id)).toMatchObject({ status: 'open', bookingId: null, callId: null })
    expect((await callsOf()).callsLeft).toBe(3)
  })

  it('moves the one entry of a calendar program that holds the feed', async () => {
    const from = await booked(48)
    const feedOf = async () => {
      const { url } = ok(await test.call(api.accountSettings.mentee.calendarFeed, {}, mentee))
      const { body } = await test.request('GET', new URL(url).pathname)
      return new ICAL.Component(ICAL.parse(String(body.text ?? body)))
        .getAllSubcomponents('vevent')
        .map((component) => new ICAL.Event(component))
    }
    const [before] = await feedOf()
    const to = await open(60)
    ok(await move(from._id, to._id))
    const events = await feedOf()
    expect(events.map(({ uid }) => uid)).toEqual([before!.uid])
    expect(events[0]!.sequence).toBeGreaterThan(before!.sequence)
    expect(events[0]!.startDate.toJSDate().toISOString()).toBe(to.start)
    for (const person of [mentee, mentor]) {
      const [mail] = await outboxWith(test, person.email, 'Moved: session with')
      const invited = new ICAL.Event(
        new ICAL.Component(ICAL.parse(mail!.attachments[0]!.text)).getFirstSubcomponent('vevent')!,
      )
      expect([invited.uid, invited.sequence]).toEqual([before!.uid, events[0]!.sequence])
    }
  })

  it('is refused from 12 hours before on, and after two moves', async () => {
    const near = await booked(11)
    const far = await open(30)
    expect((await move(near._id, far._id)).body.code).toBe('too_late')
    const [a, b, c, d] = [await booked(50), await open(52), await open(54), await open(56)]
    ok(await move(a._id, b._id))
    expect(ok(await move(b._id, c._id)).data.movesLeft).toBe(0)
    const third = await move(c._id, d._id)
    expect([third.status, third.body.code]).toEqual([409, 'moves_used'])
  })

  it('names other times when the new one is taken, and knows nobody else’s slots', async () => {
    const from = await booked(48)
    const taken = await open(60)
    const free = await open(62)
    const other = await newMentee(test)
    await enroll(test, other, mentor)
    ok(await book(test, other, taken._id))
    const refused = await move(from._id, taken._id)
    expect(refused.body.code).toBe('slot_unavailable')
    expect((refused.body.alternatives as { _id: string }[]).map(({ _id }) => _id)).toContain(free._id)
    expect((await move(from._id, free._id, other)).status).toBe(404)
    const stranger = await newMentor(test, moderator)
    const foreign = await publish(test, stranger, hoursAhead(test, 70))
    expect((await move(from._id, foreign._id)).status).toBe(404)
    const intro = await publish(test, mentor, hoursAhead(test, 80), 'intro')
    expect((await move(from._id, intro._id)).status).toBe(404)
    expect(await slotOf(from._id)).toMatchObject({ status: 'booked' })
  })

  it('refuses a time at which the mentee has another session', async () => {
    const second = await newMentor(test, moderator)
    await enroll(test, mentee, second)
    const there = await publish(test, second, hoursAhead(test, 60))
    ok(await book(test, mentee, there._id))
    const from = await booked(48)
    const refused = await move(from._id, (await open(60))._id)
    expect([refused.status, refused.body.code]).toEqual([400, 'slot_overlap'])
    expect(await slotOf(from._id)).toMatchObject({ status: 'booked', bookingId: from.bookingId })
  })

  it('against 200 who book the new time at once has one winner, and loses nothing', async () => {
    const from = await booked(48)
    const target = await open(60)
    const others: TestPerson[] = []
    // One by one: a dozen passwords hashed at once is more than the server takes.
    while (others.length < 12) others.push(await newMentee(test))
    for (const other of others) await enroll(test, other, mentor)
    // The move comes in the middle of them.
    const wanted = Array.from(
      { length: 200 },
      (_, no) => () => book(test, others[no % others.length]!, target._id),
    )
    const asked = [...wanted.slice(0, 3), () => move(from._id, target._id), ...wanted.slice(3)]
    const responses = await Promise.all(asked.map((ask) => ask()))
    const moved = responses[3]
    const winners = responses.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    const isMoved = moved!.status === 200
    expect((await slotOf(from._id)).status).toBe(isMoved ? 'open' : 'booked')
    expect((await slotOf(target._id)).menteeId).not.toBeNull()
    const { rows } = await test.app.db.pool.query(
      `select count(*)::int as held, count(distinct slot_id)::int as slots from session_credit
       where status = 'held' and slot_id = any($1)`,
      [[from._id, target._id]],
    )
    expect(rows[0]).toEqual({ held: isMoved ? 1 : 2, slots: isMoved ? 1 : 2 })
  })
})
