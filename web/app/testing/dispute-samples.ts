import type { Contest, RefundRequest } from '@marga/contract/disputes'
import { menteeId, mentorId } from './chat-samples.ts'
import { slotOf } from './slot-samples.ts'

const mentee = { _id: menteeId, firstName: 'Asha', lastName: 'Shah', profileImageUrl: null }
export const mentor = { _id: mentorId, firstName: 'Ananya', lastName: 'Krishnan', profileImageUrl: null }

/** A mentee's contest, as the mentee sees it; give `other: mentee` for the mentor's view. */
export const contestOf = (given: Partial<Contest> = {}): Contest => ({
  _id: '0198a000-0000-7000-8000-0000000000f1',
  slotId: slotOf()._id,
  by: 'mentee',
  text: 'I waited for you in the room.',
  status: 'open',
  answerBy: '2026-11-28T04:30:00.000Z',
  answer: null,
  decision: null,
  closedBecause: null,
  createdAt: '2026-11-25T04:30:00.000Z',
  start: '2026-11-25T03:00:00.000Z',
  outcome: 'missed',
  other: mentor,
  attendance: [],
  ...given,
})

export const refundRequestOf = (given: Partial<RefundRequest> = {}): RefundRequest => ({
  _id: '0198a000-0000-7000-8000-0000000000f2',
  enrollmentId: '0198a000-0000-7000-8000-0000000000e1',
  amount: 4500,
  withdrawnAmount: 0,
  reason: 'I have moved to another field of work.',
  status: 'with_mentor',
  answerBy: '2026-11-27T04:30:00.000Z',
  answer: null,
  decision: null,
  closedBecause: null,
  createdAt: '2026-11-24T04:30:00.000Z',
  other: mentor,
  ...given,
})

export const asSeenByMentor = { other: mentee }
