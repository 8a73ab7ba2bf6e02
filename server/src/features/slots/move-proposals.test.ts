import { api } from '@marga/contract/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { after, hoursMs } from '../../platform/clock.ts'
import { countLockWaits } from '../../testing/lock-waits.ts'
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
const slotOf = async (slotId: string) =>
  ok(await test.call(api.slots.get, { params: { slotId } }, mentor)).data

describe('proposing another time', () => {
  const propose = (person: TestPerson, slotId: string, starts: Date[], text?: string) =>
    test.call(
      api.moves[person.role === 'mentee' ? 'ofMentee' : 'ofMentor'].propose,
      { body: { slotId, starts: starts.map((start) => start.toISOString()), ...(text ? { text } : {}) } },
      person,
    )
  const answer = (person: TestPerson, id: string, accept: Date | null) =>
    test.call(
      api.moves[person.role === 'mentee' ? 'ofMentee' : 'ofMentor'].answer,
      { params: { id }, body: { accept: accept?.toISOString() ?? null } },
      person,
    )
  const listed = async (person: TestPerson, slotId: string) =>
    ok(
      await test.call(
        api.moves[person.role === 'mentee' ? 'ofMentee' : 'ofMentor'].list,
        { query: { slotId } },
        person,
      ),
    ).proposals

  it('by the mentor moves the session once the mentee takes a time; the old one is gone', async () => {
    const slot = await booked(6)
    const starts = [hoursAhead(test, 30), hoursAhead(test, 31)]
    const { proposal } = ok(await propose(mentor, slot._id, starts, 'I have to travel.'))
    expect(proposal).toMatchObject({ by: 'mentor', status: 'open', text: 'I have to travel.' })
    expect(proposal.expiresAt).toBe(after(new Date(slot.start), -hoursMs(2)).toISOString())
    const [mail] = await outboxWith(test, mentee.email, 'Vikram Iyer proposes another time')
    expect(mail!.text).toContain('I have to travel.')
    expect((await propose(mentor, slot._id, starts)).body.code).toBe('already_proposed')
    expect((await answer(mentor, proposal._id, starts[0]!)).status).toBe(404)
    expect((await answer(mentee, proposal._id, hoursAhead(test, 99))).body.fields).toHaveProperty('accept')
    const accepted = ok(await answer(mentee, proposal._id, starts[1]!))
    expect(accepted.proposal.status).toBe('accepted')
    expect(accepted.data).toMatchObject({
      start: starts[1]!.toISOString(),
      bookingId: slot.bookingId,
      callId: slot.callId,
      movesLeft: 1,
    })
    const { allTimeSlots } = ok(
      await test.call(api.slots.ofMentor, { params: { mentorId: mentor.id }, query: {} }, mentor),
    )
    expect(allTimeSlots.map(({ start, status }) => [start, status])).toEqual([
      [starts[1]!.toISOString(), 'booked'],
    ])
    expect((await answer(mentee, proposal._id, starts[0]!)).body.code).toBe('already_decided')
    expect(await outboxWith(test, mentor.email, 'Moved: session')).toHaveLength(1)
  })

  it('by the mentee opens the old time again, and takes the place of an open slot', async () => {
    const slot = await booked(6)
    const below = await open(30)
    const start = new Date(below.start)
    const { proposal } = ok(await propose(mentee, slot._id, [start]))
    const { data } = ok(await answer(mentor, proposal._id, start))
    expect(data).toMatchObject({ _id: slot._id, start: below.start, status: 'booked' })
    const { allTimeSlots } = ok(
      await test.call(api.slots.ofMentor, { params: { mentorId: mentor.id }, query: {} }, mentor),
    )
    expect(allTimeSlots.map(({ start, status }) => [start, status]).sort()).toEqual(
      [
        [slot.start, 'open'],
        [below.start, 'booked'],
      ].sort(),
    )
  })

  it('names the times at which one of the two is booked, and what cannot be', async () => {
    const slot = await booked(20)
    const busy = await booked(40)
    const clash = await propose(mentor, slot._id, [hoursAhead(test, 30), new Date(busy.start)])
    expect(clash.body).toMatchObject({ code: 'slot_overlap', clashes: [busy.start] })
    expect((await propose(mentor, slot._id, [hoursAhead(test, -5)])).body.fields).toHaveProperty('starts')
    expect(
      (await propose(mentor, slot._id, [hoursAhead(test, 30), hoursAhead(test, 30)])).body.fields,
    ).toHaveProperty('starts')
    const stranger = await newMentor(test, moderator)
    expect((await propose(stranger, slot._id, [hoursAhead(test, 30)])).status).toBe(404)
    expect((await listed(mentee, slot._id)).length).toBe(0)
  })

  it('leaves who proposed it half an hour to hear of the answer', async () => {
    const slot = await booked(20)
    const soon = (minutes: number) => new Date(test.clock.now().getTime() + minutes * 60_000)
    expect((await propose(mentee, slot._id, [soon(29)])).body.fields).toHaveProperty('starts')
    const { _id: id } = ok(await propose(mentee, slot._id, [hoursAhead(test, 5)])).proposal
    const takenAt = async (start: Date) => {
      // As if so much time had passed since.
      const later = 'update move_proposal set starts = array[$2::timestamptz] where id = $1'
      await test.app.db.pool.query(later, [id, start])
      return answer(mentor, id, start)
    }
    expect((await takenAt(soon(29))).body.code).toBe('slot_unavailable')
    expect((await takenAt(soon(31))).status).toBe(200)
  })

  it('can be declined, and is void once the session is cancelled or near', async () => {
    const slot = await booked(20)
    const first = ok(await propose(mentor, slot._id, [hoursAhead(test, 30)])).proposal
    expect(ok(await answer(mentee, first._id, null))).toMatchObject({
      proposal: { status: 'declined' },
      data: { start: slot.start },
    })
    const second = ok(await propose(mentor, slot._id, [hoursAhead(test, 32)])).proposal
    ok(await test.call(api.slots.cancel, { body: { slotId: slot._id } }, mentee))
    expect((await answer(mentee, second._id, hoursAhead(test, 32))).body.code).not.toBeUndefined()
    const { rows } = await test.app.db.pool.query('select status from move_proposal where id = $1', [
      second._id,
    ])
    expect(rows[0].status).toBe('void')
  })

  it('is read by nobody who books the slot after it was cancelled', async () => {
    const slot = await booked(30)
    ok(await propose(mentee, slot._id, [hoursAhead(test, 40)], 'I have an operation that day.'))
    expect(await listed(mentor, slot._id)).toHaveLength(1)
    ok(await test.call(api.slots.cancel, { body: { slotId: slot._id } }, mentee))
    const next = await newMentee(test)
    await enroll(test, next, mentor)
    ok(await book(test, next, slot._id))
    expect(await listed(next, slot._id)).toEqual([])
    ok(await propose(next, slot._id, [hoursAhead(test, 42)]))
    expect(await listed(next, slot._id)).toHaveLength(1)
  })

  it('is accepted by nobody between whom and its author there is a block', async () => {
    const slot = await booked(30)
    const { _id: id } = ok(await propose(mentor, slot._id, [hoursAhead(test, 40)])).proposal
    await test.app.db.pool.query('insert into blocked_person (account_id, person_id) values ($1, $2)', [
      mentor.id,
      mentee.id,
    ])
    expect((await answer(mentee, id, hoursAhead(test, 40))).status).toBe(404)
    expect((await slotOf(slot._id)).start).toBe(slot.start)
  })

  it('is not accepted, and nothing is moved, while one of the two is shut out', async () => {
    const slot = await booked(60)
    const { _id: id } = ok(await propose(mentee, slot._id, [hoursAhead(test, 40)])).proposal
    const to = await open(50)
    const setBlocked = (person: TestPerson, isBlocked: boolean) =>
      test.app.db.pool.query('update account set is_blocked = $2 where id = $1', [person.id, isBlocked])
    await setBlocked(mentee, true)
    expect((await answer(mentor, id, hoursAhead(test, 40))).status).toBe(404)
    await setBlocked(mentee, false)
    await setBlocked(mentor, true)
    const move = () => test.call(api.moves.move, { body: { slotId: slot._id, toSlotId: to._id } }, mentee)
    expect((await move()).status).toBe(404)
    await setBlocked(mentor, false)
    expect((await slotOf(slot._id)).start).toBe(slot.start)
  })

  it('is not accepted where one of the two is shut out while the other accepts', async () => {
    const slot = await booked(60)
    const { _id: id } = ok(await propose(mentee, slot._id, [hoursAhead(test, 40)])).proposal
    const suspending = await test.app.db.pool.connect()
    await suspending.query('begin')
    await suspending.query('select from slot where id = $1 for update', [slot._id])
    const accepting = answer(mentor, id, hoursAhead(test, 40))
    await expect.poll(() => countLockWaits(test.app.db.pool)).toBe(1)
    await suspending.query('update account set is_blocked = true where id = $1', [mentee.id])
    await suspending.query('commit')
    suspending.release()
    expect((await accepting).status).toBe(404)
    await test.app.db.pool.query('update account set is_blocked = false where id = $1', [mentee.id])
    expect((await slotOf(slot._id)).start).toBe(slot.start)
  })

  it('that is accepted twice at once moves once', async () => {
    const slot = await booked(20)
    const starts = [hoursAhead(test, 30), hoursAhead(test, 40)]
    const { proposal } = ok(await propose(mentor, slot._id, starts))
    const responses = await Promise.all(starts.map((start) => answer(mentee, proposal._id, start)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await slotOf(slot._id)).movesLeft).toBe(1)
  })
})
