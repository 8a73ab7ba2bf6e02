import type { Availability } from '@marga/contract/availability'
import type { TimeRequest } from '@marga/contract/time-requests'
import { mentorId } from './chat-samples.ts'

export const availabilityOf = (given: Partial<Availability> = {}): Availability => ({
  timeZone: 'Asia/Kolkata',
  weekly: [],
  sessionMinutes: 60,
  bufferMinutes: 0,
  noticeHours: 0,
  horizonDays: 28,
  maxPerDay: null,
  maxPerWeek: null,
  overrides: [],
  vacations: [],
  capacity: null,
  ...given,
})

export const timeRequestOf = (given: Partial<TimeRequest> = {}): TimeRequest => ({
  _id: '0198a000-0000-7000-8000-0000000000f1',
  mentorId: { _id: mentorId, firstName: 'Ananya', lastName: 'Krishnan', profileImageUrl: null },
  menteeId: {
    _id: '0198a000-0000-7000-8000-000000000001',
    firstName: 'Neha',
    lastName: 'Rao',
    profileImageUrl: null,
  },
  starts: ['2030-11-26T12:30:00.000Z', '2030-11-27T12:30:00.000Z'],
  minutes: 60,
  text: '',
  status: 'open',
  createdAt: '2030-11-20T10:00:00.000Z',
  expiresAt: '2030-11-27T12:30:00.000Z',
  isExpired: false,
  slotId: null,
  ...given,
})
