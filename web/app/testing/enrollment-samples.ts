import type { Enrollment } from '@marga/contract/enrollments'
import { mentorCardOf } from './mentor-samples.ts'

export const enrollmentOf = (given: Partial<Enrollment> = {}): Enrollment => ({
  _id: '0198a000-0000-7000-8000-0000000000e1',
  mentorId: mentorCardOf(),
  status: 'active',
  amount: 6000,
  startedAt: '2026-11-21T04:00:00.000Z',
  renewsAt: '2026-12-21T04:00:00.000Z',
  endsAt: null,
  callsLeft: 4,
  callsPerMonth: 4,
  paymentUrl: null,
  accessUntil: null,
  extraCalls: [],
  pausedFrom: null,
  pausedUntil: null,
  unusedRupees: 0,
  canSubscribeAgain: given.status === 'ended',
  ...given,
})
