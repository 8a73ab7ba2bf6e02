import type { Contest, RefundRequest } from '@marga/contract/disputes'
import { limits } from '@marga/contract/limits'
import { formatRupees } from '@marga/contract/prices'
import type { MemberRole } from '@marga/contract/roles'
import type { Slot } from '@marga/contract/slots'
import { formatShortMoment } from '../../lib/dates.ts'

const minuteMs = 60_000
const hourMs = 3_600_000

/** About when a session is settled: once its room has closed. */
const settledAt = ({ end }: Pick<Slot, 'end'>): number =>
  Date.parse(end) + (limits.roomClosesAfterMinutes + 1) * minuteMs

/** Until when a session can be contested; the server knows the minute and refuses what is too late. */
export const contestEndsAt = (slot: Pick<Slot, 'end'>): Date =>
  new Date(settledAt(slot) + limits.contestHours * hourMs)

/** What is recorded in one's favour needs no contest; what was cancelled was never settled; on an intro call hangs no call. */
export function canContest(
  role: MemberRole,
  slot: Pick<Slot, 'type' | 'status' | 'missedBy' | 'end'>,
  now: Date,
): boolean {
  if (slot.type === 'intro' || now >= contestEndsAt(slot)) return false
  const isMissed = slot.status === 'missed'
  if (role === 'mentor') return isMissed
  return slot.status === 'completed' || (isMissed && slot.missedBy !== 'mentor')
}

const hours = `${limits.disputeAnswerHours} hours`
const extra = `up to ${limits.bonusCallsPerPeriod} extra calls a month`
/** It may be over when a session is contested, or by the time it is decided. */
const whenOver = 'If the subscription is over by then, what was paid for the call is refunded instead.'

/** What contesting does, said before it is done. */
export const contestMeaning = (role: MemberRole): string =>
  role === 'mentor'
    ? `The mentee is asked. If the mentee agrees, the session counts as completed, and the call is used. If the mentee does not agree or does not answer in ${hours}, a moderator decides.`
    : `The mentor is asked. If the mentor agrees or does not answer in ${hours}, the call is yours again and you get one more (${extra}). ${whenOver} If the mentor does not agree, a moderator decides.`

/** What the person's answer to a contest of the other side does. */
export const contestAnswerMeaning = (role: MemberRole, otherName: string) => ({
  agree:
    role === 'mentor'
      ? `The session counts as missed by you. ${otherName} gets the call back and one more (${extra}). ${whenOver}`
      : 'The session counts as completed, and the call is used.',
  disagree: 'A moderator reads what you both wrote, looks at who was in the room, and decides.',
})

/** What the mentor's answer to a request for a refund does. */
export const refundAnswerMeaning = (name: string, amount: number) => ({
  agree: `${name} gets up to ${formatRupees(amount)} back. If the subscription still runs, it ends now with its booked sessions.`,
  disagree: 'Nothing changes yet. A moderator reads what you both wrote and decides.',
})

const otherOf = (role: MemberRole): MemberRole => (role === 'mentee' ? 'mentor' : 'mentee')

/** Whose answer a contest waits for, with what happens without it. */
export function contestDeadline({ by, answerBy, status }: Contest, role: MemberRole): string | undefined {
  if (status !== 'open') return undefined
  const until = formatShortMoment(answerBy)
  const isWaitingForMentor = by === 'mentee'
  const silence = isWaitingForMentor ? 'counts as agreed' : 'leaves it to a moderator'
  return by === role
    ? `The ${otherOf(by)} can answer until ${until}. Silence ${silence}.`
    : `Answer until ${until}. Silence ${silence}.`
}

export function refundDeadline({ status, answerBy }: RefundRequest, role: MemberRole): string | undefined {
  if (status !== 'with_mentor') return undefined
  const until = formatShortMoment(answerBy)
  return role === 'mentee'
    ? `The mentor can answer until ${until}. After that a moderator decides.`
    : `Answer until ${until}. After that a moderator decides.`
}

/** What is asked for, and once it is refunded what goes back, which may be less, or more, and what the bank decides. */
export function refundHeading(request: RefundRequest, role: MemberRole): string {
  const { status, amount, withdrawnAmount, other } = request
  const isOwn = role === 'mentee'
  const asks = isOpenRefund(request) ? 'asks' : 'asked'
  if (status !== 'refunded')
    return `${isOwn ? 'You asked for' : `${other.firstName} ${asks} for`} ${formatRupees(amount)} back`
  const asked = isOwn ? 'You asked for a refund' : `${other.firstName} asked for a refund`
  const results = [
    amount > 0 ? `${formatRupees(amount)} goes back` : '',
    withdrawnAmount > 0 ? `${formatRupees(withdrawnAmount)} was left to the bank’s decision` : '',
  ].filter(Boolean)
  return `${asked}: ${results.join(', ') || 'nothing was left to refund'}`
}

type Variant = { label: string; tone: 'neutral' | 'accent' | 'positive' }

const contestVariants = {
  open: { label: 'Waiting for an answer', tone: 'accent' },
  agreed: { label: 'Agreed', tone: 'positive' },
  with_moderator: { label: 'With a moderator', tone: 'accent' },
  decided: { label: 'Decided', tone: 'neutral' },
} as const satisfies Record<Contest['status'], Variant>

const refundVariants = {
  refunded: { label: 'Refunded', tone: 'positive' },
  with_mentor: { label: 'Waiting for an answer', tone: 'accent' },
  with_moderator: { label: 'With a moderator', tone: 'accent' },
  refused: { label: 'Refused', tone: 'neutral' },
} as const satisfies Record<RefundRequest['status'], Variant>

/** Granted, and then disputed at the bank. */
const leftToBankVariant: Variant = { label: 'Left to the bank', tone: 'neutral' }

/** Over by itself, and by nobody's word. */
const closedVariant: Variant = { label: 'Closed', tone: 'neutral' }

export const contestVariantOf = ({ status, closedBecause }: Contest): Variant =>
  status === 'decided' && closedBecause !== null ? closedVariant : contestVariants[status]

export function refundVariantOf({ status, closedBecause, amount, withdrawnAmount }: RefundRequest): Variant {
  if (status === 'refused' && closedBecause !== null) return closedVariant
  if (status === 'refunded' && amount === 0 && withdrawnAmount > 0) return leftToBankVariant
  return refundVariants[status]
}

/** Those that wait for this person's answer. */
export const isWaitingContest = ({ status, by }: Contest, role: MemberRole): boolean =>
  status === 'open' && by !== role
export const isWaitingRefund = ({ status }: RefundRequest): boolean => status === 'with_mentor'

/** Not decided yet. */
export const isOpenRefund = ({ status }: RefundRequest): boolean =>
  status === 'with_mentor' || status === 'with_moderator'
