import { beforeEach, expect, it } from 'vitest'
import { readReturnPath, storeReturnPath, takeReturnPath } from './return-path.ts'
import { forgetWantedMentor, signInReason, storeWantedMentor } from './sign-in-reason.ts'

const profile = '/mentees/browse/mentor/profile/'
beforeEach(() => sessionStorage.clear())

it('names the mentor whose Subscribe was pressed, as long as that is where the sign-in leads', () => {
  storeWantedMentor({ _id: 'm1', firstName: 'Ananya' })
  expect(signInReason('mentee')).toBeNull()
  storeReturnPath('mentee', `${profile}m1?at=2026-11-26`)
  expect(signInReason('mentee')).toBe('to subscribe to Ananya')
  expect(signInReason('mentor')).toBeNull()
  storeReturnPath('mentee', `${profile}m2`)
  expect(signInReason('mentee')).toBe('to see this mentor’s profile')
  storeReturnPath('mentee', '/mentees/trial/m1')
  expect(signInReason('mentee')).toBe('to book a free intro call with Ananya')
})

it('speaks of subscribing once: whoever comes to the profile later may have subscribed', () => {
  storeWantedMentor({ _id: 'm1', firstName: 'Ananya' })
  forgetWantedMentor()
  storeReturnPath('mentee', `${profile}m1`)
  expect(signInReason('mentee')).toBe('to see this mentor’s profile')
  storeReturnPath('mentee', '/mentees/trial/m1')
  expect(signInReason('mentee')).toBe('to book a free intro call with this mentor')
})

it.each([
  ['mentee', '/mentees/connect/inbox/c1', 'to read your messages'],
  ['mentor', '/mentors/connect/live/s1', 'to join your session'],
  ['mentee', '/mentees/booked-slots?slot=s1', 'to see your sessions'],
  ['mentee', '/mentees/settings', null],
] as const)('says to a %s who opened %s why', (role, href, reason) => {
  storeReturnPath(role, href)
  expect(signInReason(role)).toBe(reason)
})

it('leaves the way back where it is', () => {
  storeReturnPath('mentee', `${profile}m1`)
  signInReason('mentee')
  expect(readReturnPath('mentee')).toBe(`${profile}m1`)
  expect(takeReturnPath('mentee', 'mentee-1')).toBe(`${profile}m1`)
  expect(signInReason('mentee')).toBeNull()
})
