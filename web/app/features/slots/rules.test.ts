import type { Slot } from '@marga/contract/slots'
import { texts } from '@marga/contract/texts'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api-client.ts'
import { formatShortMoment } from '../../lib/dates.ts'
import {
  alternativesOf,
  bookingFailure,
  cancelMeaning,
  cancelNote,
  countdown,
  missedNote,
  nextSession,
  openByDay,
  settledNote,
} from './rules.ts'

const now = new Date('2026-11-21T04:00:00.000Z')
const mentor = {
  _id: '0198a000-0000-7000-8000-000000000002',
  firstName: 'Ananya',
  lastName: 'Krishnan',
  profileImageUrl: null,
}
const slotOf = (start: string, given: Partial<Slot> = {}): Slot => ({
  _id: '0198a000-0000-7000-8000-00000000000a',
  type: 'session',
  status: 'open',
  missedBy: null,
  couldNotGoOn: false,
  start,
  end: new Date(Date.parse(start) + 3_600_000).toISOString(),
  mentorPreferences: '',
  title: '',
  description: '',
  mentorId: mentor,
  menteeId: null,
  seriesId: null,
  isLaidOut: false,
  isHidden: false,
  bookingId: null,
  movesLeft: null,
  freeUntil: null,
  callId: null,
  ...given,
})
const failure = (status: number, code: string, more: object = {}) =>
  new ApiError(status, { code, message: `says ${code}`, ...more })

describe('a booking that fails', () => {
  it('is "Slot allotment Failed" for a 400, with the reason beside it', () => {
    for (const code of ['slot_unavailable', 'quota_used', 'slot_overlap']) {
      const shown = bookingFailure(failure(400, code))
      expect(shown).toEqual({ title: texts.slots.bookingRefused, description: `says ${code}` })
    }
  })
  it('is "Slot allocation Failed" otherwise', () => {
    expect(bookingFailure(failure(403, 'not_enrolled')).title).toBe(texts.slots.bookingFailed)
    expect(bookingFailure(failure(0, 'network')).title).toBe(texts.slots.bookingFailed)
    expect(bookingFailure(new TypeError('x')).title).toBe(texts.slots.bookingFailed)
  })
  it('offers the other times when somebody was quicker', () => {
    const other = slotOf('2026-11-22T04:00:00.000Z')
    expect(alternativesOf(failure(400, 'slot_unavailable', { alternatives: [other] }))).toEqual([other])
  })
  it('offers none for other reasons, nor out of an answer that makes no sense', () => {
    expect(alternativesOf(failure(400, 'quota_used'))).toBeNull()
    expect(alternativesOf(failure(400, 'slot_unavailable', { alternatives: 'x' }))).toEqual([])
  })
})

describe('open hours by day', () => {
  it('are those to come, of type session, by the day they begin on', () => {
    const days = openByDay(
      [
        slotOf('2026-11-21T03:00:00.000Z'),
        slotOf('2026-11-21T05:00:00.000Z'),
        slotOf('2026-11-21T06:00:00.000Z', { status: 'booked' }),
        slotOf('2026-11-22T06:00:00.000Z', { type: 'intro' }),
        slotOf('2026-11-23T06:00:00.000Z'),
      ],
      now,
      (time) => time.slice(0, 10),
    )
    expect([...days.keys()]).toEqual(['2026-11-21', '2026-11-23'])
    expect(days.get('2026-11-21')).toHaveLength(1)
  })
})

describe('cancelling', () => {
  const booked = slotOf('2026-11-21T16:00:00.000Z', { status: 'booked', freeUntil: now.toISOString() })
  it('gives the call back up to exactly 12 hours before', () => {
    expect(cancelNote(booked, now)).toBe(`Cancel by ${formatShortMoment(now)}, and you keep the call`)
    expect(cancelMeaning(booked, now)).toBe('You keep the call')
    for (const note of [cancelNote, cancelMeaning])
      expect(note(booked, new Date(now.getTime() + 1))).toBe('Cancelling now uses the call')
  })
  it('gives nothing back when the subscription is over', () => {
    expect(cancelNote({ ...booked, freeUntil: null }, now)).toBe('Cancelling does not give the call back')
  })
  it('says nothing of a call where an intro call costs none', () => {
    const intro = { ...booked, type: 'intro' as const, freeUntil: null }
    expect(cancelNote(intro, now)).toBe('This time opens up for someone else')
  })
})

describe('the next session', () => {
  it('is the one that runs or comes first, never one that is over or cancelled', () => {
    const over = slotOf('2026-11-21T02:00:00.000Z', { status: 'booked' })
    const running = slotOf('2026-11-21T03:30:00.000Z', { status: 'booked' })
    const cancelled = slotOf('2026-11-21T03:45:00.000Z', { status: 'cancelled' })
    expect(nextSession([over, cancelled, running], now)).toBe(running)
    expect(nextSession([over], now)).toBeUndefined()
  })
  it('is counted down to in fitting units', () => {
    expect(countdown('2026-11-23T08:00:00.000Z', now)).toBe('2 days 4 h')
    expect(countdown('2026-11-22T05:00:00.000Z', now)).toBe('1 day 1 h')
    expect(countdown('2026-11-21T07:05:00.000Z', now)).toBe('3 h 05 min')
    expect(countdown('2026-11-21T04:04:09.000Z', now)).toBe('4 min 09 s')
    expect(countdown('2026-11-21T04:00:00.000Z', now)).toBeNull()
  })
})

it('says by whom a session counts as missed', () => {
  const of = (missedBy: Slot['missedBy'], couldNotGoOn = false) =>
    missedNote(slotOf('2026-11-20T04:00:00.000Z', { missedBy, couldNotGoOn }))
  expect(of('mentor')).toBe('Ananya missed it.')
  expect(of('mentee')).toBe('You missed it.')
  expect(of('both')).toBe('Both of you missed it.')
  expect(of('both', true)).toBe('It could not go on.')
  expect(of(null)).toBeUndefined()
})

it('says how a past session was settled', () => {
  const of = (given: Partial<Slot>) => settledNote(slotOf('2026-11-20T04:00:00.000Z', given))
  expect(of({ status: 'completed' })).toBe('The session took place.')
  expect(of({ status: 'missed', missedBy: 'mentor' })).toBe('Ananya missed it.')
  expect(of({ status: 'cancelled' })).toBeUndefined()
})
