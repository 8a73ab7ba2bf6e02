import type { Slot } from '@marga/contract/slots'
import { mentorId } from './chat-samples.ts'

export const slotOf = (given: Partial<Slot> = {}): Slot => ({
  _id: '0198a000-0000-7000-8000-0000000000d1',
  type: 'session',
  status: 'open',
  missedBy: null,
  couldNotGoOn: false,
  start: '2030-11-21T10:00:00.000Z',
  end: '2030-11-21T11:00:00.000Z',
  mentorPreferences: '',
  title: '',
  description: '',
  mentorId: { _id: mentorId, firstName: 'Ananya', lastName: 'Krishnan', profileImageUrl: null },
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
