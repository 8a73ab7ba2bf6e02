import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { sharedKeys } from '../query-keys.ts'
import { comingCountsQuery } from './mentor-slot-queries.ts'
import {
  applyBookingNotice,
  applyScheduleChange,
  applySlotChange,
  invalidateOwnSlots,
} from './slot-events.ts'
import { slotKeys } from './slot-keys.ts'

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(slotKeys.ofMentor('m'), [
    { _id: 'a', status: 'open' },
    { _id: 'b', status: 'open' },
    { _id: 'own', status: 'booked' },
  ])
  client.setQueryData(slotKeys.bookedWhen('upcoming'), { pages: [], pageParams: [] })
})
const ids = () => client.getQueryData<{ _id: string }[]>(slotKeys.ofMentor('m'))?.map(({ _id }) => _id)
const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated

describe('a slot that changes', () => {
  it('disappears from the open hours at once when it is taken or deleted', () => {
    applySlotChange(client, { mentorId: 'm', slotId: 'a', status: 'booked' })
    applySlotChange(client, { mentorId: 'm', slotId: 'b', status: 'deleted' })
    expect(ids()).toEqual(['own'])
  })
  it('leaves an own booking to the answer of the server', () => {
    applySlotChange(client, { mentorId: 'm', slotId: 'own', status: 'cancelled' })
    expect(ids()).toContain('own')
    expect(isStale(slotKeys.ofMentor('m'))).toBe(true)
    expect(isStale(slotKeys.bookedWhen('upcoming'))).toBe(true)
  })
  it('stays when it becomes open again', () => {
    applySlotChange(client, { mentorId: 'm', slotId: 'a', status: 'open' })
    expect(ids()).toEqual(['a', 'b', 'own'])
  })
  it('does not touch another mentor', () => {
    applySlotChange(client, { mentorId: 'other', slotId: 'a', status: 'booked' })
    expect(ids()).toContain('a')
    expect(isStale(slotKeys.ofMentor('m'))).toBe(false)
  })
})

it('asks again for hours and bookings when the mentor changes the schedule', () => {
  applyScheduleChange(client, { mentorId: 'm', slotId: 'x', change: 'published', notification: null })
  expect(isStale(slotKeys.ofMentor('m'))).toBe(true)
  expect(isStale(slotKeys.bookedWhen('upcoming'))).toBe(true)
})

it('asks again for proposals and contests of the role that a notice is for, and for a mentee’s bookings', () => {
  const roles = ['mentee', 'mentor'] as const
  const proposals = roles.map((role) => slotKeys.proposalsOf(role, 'a'))
  const contests = roles.map((role) => [...sharedKeys.disputes(role), 'contests'])
  for (const key of [...proposals, ...contests]) client.setQueryData(key, [])
  applyBookingNotice(client, 'mentor')
  expect(proposals.map(isStale)).toEqual([false, true])
  expect(contests.map(isStale)).toEqual([false, true])
  expect(isStale(slotKeys.bookedWhen('upcoming'))).toBe(false)
  applyBookingNotice(client, 'mentee')
  expect(proposals.map(isStale)).toEqual([true, true])
  expect(isStale(slotKeys.bookedWhen('upcoming'))).toBe(true)
})

describe('a mentor’s own slots', () => {
  const own = [slotKeys.coming('m'), slotKeys.past('m'), slotKeys.upcomingSessions('m')]
  it('are all asked for again when one changes, and nothing that a mentee sees', () => {
    for (const key of own) client.setQueryData(key, [])
    void invalidateOwnSlots(client)
    expect(own.map(isStale)).toEqual([true, true, true])
    expect(isStale(slotKeys.ofMentor('m'))).toBe(false)
  })
  it('are counted for the dashboard from what the scheduler holds', () => {
    const end = '2026-11-22T10:00:00.000Z'
    const next = { _id: 'next', status: 'booked', end }
    const slots = [{ status: 'open', end }, next, { status: 'open', end, isHidden: true }]
    const counts = (heldUntil: string | null) => {
      client.setQueryData(slotKeys.coming('m'), { slots, heldUntil })
      const beforeEnd = new Date(Date.parse(end) - 1)
      return new QueryObserver(client, comingCountsQuery('m', beforeEnd)).getCurrentResult().data
    }
    expect(counts(null)).toEqual({ open: 1, booked: 1, next })
    // Of what is kept offline it is not known how many there are.
    expect(counts(end)).toEqual({ open: undefined, booked: undefined, next })
  })
})
