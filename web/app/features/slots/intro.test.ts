import type { Slot } from '@marga/contract/slots'
import { expect, it } from 'vitest'
import { introState } from './intro.ts'

const now = new Date('2026-11-21T06:00:00.000Z')
const neha = { _id: 'neha', firstName: 'Neha', lastName: 'Rao', profileImageUrl: null }
const slotOf = (given: Partial<Slot>): Slot => ({
  _id: 's1',
  type: 'intro',
  status: 'open',
  missedBy: null,
  couldNotGoOn: false,
  start: '2026-11-22T06:00:00.000Z',
  end: '2026-11-22T06:20:00.000Z',
  mentorPreferences: '',
  title: '',
  description: '',
  mentorId: neha,
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
const stateOf = (slots: Slot[], isOffered = false) =>
  introState(slots, { menteeId: 'neha', now, isOffered }).kind

it('is open while there are intro times to come', () => {
  expect(stateOf([slotOf({}), slotOf({ type: 'session' })])).toBe('open')
  expect(stateOf([slotOf({ start: '2026-11-21T05:00:00.000Z' })])).toBe('none')
  expect(stateOf([slotOf({ type: 'session' })])).toBe('none')
})
it('is booked until the call is over', () => {
  expect(stateOf([slotOf({ status: 'booked', menteeId: neha })])).toBe('booked')
})
it('is used after it', () => {
  expect(stateOf([slotOf({ status: 'completed', menteeId: neha }), slotOf({})])).toBe('used')
})
it('is withheld when times are offered in public that this mentee does not get: had before, or restricted', () => {
  expect(stateOf([], true)).toBe('withheld')
})
it('is given back when the mentor cancelled it', () => {
  expect(stateOf([slotOf({ status: 'cancelled', menteeId: neha }), slotOf({})])).toBe('open')
})
