import { expect, it } from 'vitest'
import { discoveredBy, offlineStartsOf, shellPathOf } from './offline-caches.ts'

it('opens inbox and bookings offline, each conversation by the page of the inbox, and nothing else', () => {
  expect(shellPathOf('/mentees/connect/inbox')).toBe('/mentees/connect/inbox')
  expect(shellPathOf('/mentees/connect/inbox/c1')).toBe('/mentees/connect/inbox')
  expect(shellPathOf('/mentors/connect/inbox/')).toBe('/mentors/connect/inbox')
  expect(shellPathOf('/mentees/booked-slots/')).toBe('/mentees/booked-slots')
  expect(shellPathOf('/mentors/scheduler')).toBe('/mentors/scheduler')
  for (const path of ['/', '/mentees', '/mentees/settings', '/mentees/booked-slots/x', '/moderator'])
    expect(shellPathOf(path)).toBeUndefined()
})

it('begins a visit without a line in the inbox', () => {
  expect(offlineStartsOf('/')).toEqual(['/mentees/connect/inbox', '/mentors/connect/inbox'])
  expect(offlineStartsOf('/mentors')).toEqual(['/mentors/connect/inbox'])
  expect(offlineStartsOf('/mentees/settings')).toEqual([])
})

it('answers for the routes of kept pages alone: others are asked for again', () => {
  expect(discoveredBy(['/', '/mentees', '/mentees/connect', '/mentees/connect/inbox/c1'])).toBe('mentee')
  expect(discoveredBy(['/mentors/scheduler'])).toBe('mentor')
  expect(discoveredBy(['/mentees', '/mentees/schedules'])).toBeUndefined()
  expect(discoveredBy(['/mentees/booked-slots', '/mentors/scheduler'])).toBeUndefined()
})
