import type { Contest, RefundRequest } from '@marga/contract/disputes'
import { limits } from '@marga/contract/limits'
import type { Slot } from '@marga/contract/slots'
import { formatShortMoment } from '../../lib/dates.ts'
import { formatRupees } from '../../lib/money.ts'
import type { DisputeRole } from './queries.ts'

const minuteMs = 60_000
const hourMs = 3_600_000

/** About when a session is settled: once its room has closed. */
const settledAt = ({ end }: Pick<Slot, 'end'>): number =>
  Date.parse(end) + (limits.roomClosesAfterMinutes + 1) * minuteMs

/** Until when a session can be contested; the server knows the minute and refuses what is too late. */
export const contestEndsAt = (slot: Pick<Slot, 'end'>): Date =>
  new Date(settledAt(slot) + limits.contestHours * hourMs)

/** What is settled in favour of the person needs no contest; an hour that was cancelled was never settled. */
export function canContest(
  role: DisputeRole,
  slot: Pick<Slot, 'status' | 'missedBy' | 'type' | 'end'>,
  now: Date,
): boolean {
  if (slot.type === 'intro' || now >= contestEndsAt(slot)) return false
  if (role === 'mentee')
    return slot.status === 'completed' || (slot.status === 'missed' && slot.missedBy !== 'mentor')
  return slot.status === 'missed' && slot.missedBy !== 'mentee'
}

const other = (role: DisputeRole): DisputeRole => (role === 'mentee' ? 'mentor' : 'mentee')
const hours = `${limits.disputeAnswerHours} hours`

/** What contesting does, said before it is done. */
export const contestMeaning: Record<DisputeRole, string> = {
  mentee: `The mentor is asked. If the mentor agrees or does not answer in ${hours}, the call is yours again and you get one more. If the mentor does not agree, a moderator decides.`,
  mentor: `The mentee is asked. If the mentee agrees, the call is used. If the mentee does not agree or does not answer in ${hours}, a moderator decides.`,
}

/** What the person's answer to a contest of the other side does. */
export function contestAnswerMeaning(
  role: DisputeRole,
  otherName: string,
): { agree: string; disagree: string } {
  return {
    agree:
      role === 'mentor'
        ? `${otherName} gets the call back and one more, up to ${limits.bonusCallsPerPeriod} extra a month.`
        : 'The session counts as missed by you, and the call is used.',
    disagree: 'A moderator reads what you both wrote, looks at who was in the room, and decides.',
  }
}

/** What the mentor's answer to a request for a refund does. */
export const refundAnswerMeaning = (name: string, amount: number) => ({
  agree: `${name} gets ${formatRupees(amount)} back. The subscription and its booked sessions end now.`,
  disagree: 'The subscription goes on. A moderator reads what you both wrote and decides.',
})

/** Whose answer a contest waits for, with what happens without it. */
export function contestDeadline({ by, answerBy, status }: Contest, role: DisputeRole): string | undefined {
  if (status !== 'open') return undefined
  const until = formatShortMoment(answerBy)
  const isWaitingForMentor = by === 'mentee'
  const silence = isWaitingForMentor ? 'counts as agreed' : 'leaves it to a moderator'
  return by === role
    ? `The ${other(by)} can answer until ${until}. Silence ${silence}.`
    : `Answer until ${until}. Silence ${silence}.`
}

export function refundDeadline({ status, answerBy }: RefundRequest, role: DisputeRole): string | undefined {
  if (status !== 'with_mentor') return undefined
  const until = formatShortMoment(answerBy)
  return role === 'mentee'
    ? `The mentor can answer until ${until}. After that a moderator decides.`
    : `Answer until ${until}. After that a moderator decides.`
}

type Tone = 'neutral' | 'accent' | 'positive' | 'danger'

export const contestVariants = {
  open: { label: 'Waiting for an answer', tone: 'accent' },
  agreed: { label: 'Agreed', tone: 'positive' },
  with_moderator: { label: 'With a moderator', tone: 'accent' },
  decided: { label: 'Decided', tone: 'neutral' },
} as const satisfies Record<Contest['status'], { label: string; tone: Tone }>

export const refundVariants = {
  refunded: { label: 'Refunded', tone: 'positive' },
  with_mentor: { label: 'Waiting for an answer', tone: 'accent' },
  with_moderator: { label: 'With a moderator', tone: 'accent' },
  refused: { label: 'Refused', tone: 'neutral' },
} as const satisfies Record<RefundRequest['status'], { label: string; tone: Tone }>

/** Those that wait for this person's answer. */
export const isWaitingContest = ({ status, by }: Contest, role: DisputeRole): boolean =>
  status === 'open' && by !== role
export const isWaitingRefund = ({ status }: RefundRequest): boolean => status === 'with_mentor'
