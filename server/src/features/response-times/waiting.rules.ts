import type { Awaiting } from '@marga/contract/chat'
import { limits } from '@marga/contract/limits'
import { daysMs, hoursMs } from '../../platform/clock.ts'
import { type Deadlines, deadlinesOf, runningMs, type Standstill } from './response-clock.rules.ts'

/** What is said about a question that waits; each once. */
export const answerSteps = ['nudge', 'late', 'remedy'] as const
export type AnswerStep = (typeof answerSteps)[number]

/** The clock of a conversation as its row holds it. */
export type WaitingColumns = {
  waitingSince: Date | null
  silentSince: Date | null
  answerDueAt: Date | null
  refundableFrom: Date | null
  answerStep: AnswerStep | null
  answerStepAt: Date | null
}

/** What a clock is reckoned with beside the question. */
export type ClockFacts = { standstills: readonly KnownStandstill[]; timeZone: string }
export type KnownStandstill = Standstill & { because: 'vacation' | 'pause' | 'block' }

export const notWaiting: WaitingColumns = {
  waitingSince: null,
  silentSince: null,
  answerDueAt: null,
  refundableFrom: null,
  answerStep: null,
  answerStepAt: null,
}

const nothingSaid: ReadonlySet<AnswerStep> = new Set()

/** What a clock that runs is of. */
export const questionOf = ({ waitingSince, silentSince }: WaitingColumns) => ({
  since: waitingSince!,
  silentSince: silentSince!,
})

/** The clock of a question. @param said of it already */
export function waitingOf(
  { since, silentSince }: { since: Date; silentSince: Date },
  { standstills, timeZone }: ClockFacts,
  said: ReadonlySet<AnswerStep> = nothingSaid,
): WaitingColumns {
  const deadlines = deadlinesOf({ since, silentSince }, standstills, timeZone)
  const next = nextStep(deadlines, said)
  return {
    waitingSince: since,
    silentSince,
    answerDueAt: deadlines.dueAt,
    refundableFrom: deadlines.refundableFrom,
    answerStep: next?.step ?? null,
    answerStepAt: next?.at ?? null,
  }
}

/**
 * What is to be said next, and when. Nobody is reminded of an answer once it is late, nor where a standstill in the
 * night leaves no moment for it before.
 */
function nextStep(
  { nudgeAt, dueAt, refundableFrom }: Deadlines,
  said: ReadonlySet<AnswerStep>,
): { step: AnswerStep; at: Date } | undefined {
  const isNudgeInTime = nudgeAt !== null && (dueAt === null || nudgeAt < dueAt)
  if (isNudgeInTime && !said.has('nudge') && !said.has('late')) return { step: 'nudge', at: nudgeAt }
  if (dueAt && !said.has('late')) return { step: 'late', at: dueAt }
  if (refundableFrom && !said.has('remedy')) return { step: 'remedy', at: refundableFrom }
  return undefined
}

/**
 * Why a clock stands still at a moment, and until when; of several reasons the one that lasts longest, and what follows
 * at once for the same reason belongs to it.
 */
export function standstillAt(moment: Date, { standstills }: ClockFacts): Awaiting['standstill'] {
  const around = standstills
    .filter(({ from, until }) => from <= moment && (!until || until > moment))
    .map((one) => ({ because: one.because, until: lastEnd(one, standstills) }))
  const ends = ({ until }: { until: Date | null }) => until?.getTime() ?? Number.POSITIVE_INFINITY
  const last = around.sort((one, other) => ends(other) - ends(one))[0]
  return last ? { because: last.because, until: last.until?.toISOString() ?? null } : null
}

/** When what stands a clock still for this reason ends without more of the same. */
function lastEnd({ because, until }: KnownStandstill, all: readonly KnownStandstill[]): Date | null {
  const next = all.find(
    (one) => one.because === because && until && one.from <= until && (!one.until || one.until > until),
  )
  return next ? lastEnd(next, all) : until
}

/**
 * Whether the clock has run from the question to this moment without a standstill: nothing has moved its deadlines.
 * False once the last of them has passed, which what comes later does not move.
 */
export const isUndisturbed = (
  { waitingSince, silentSince, answerDueAt, refundableFrom }: WaitingColumns,
  now: Date,
): boolean =>
  waitingSince !== null &&
  refundableFrom !== null &&
  now < refundableFrom &&
  answerDueAt?.getTime() === waitingSince.getTime() + hoursMs(limits.answerHours) &&
  refundableFrom.getTime() === silentSince!.getTime() + daysMs(limits.silentDays)

/** A question and how its waiting ended. */
export type EndedWaiting = {
  conversationId: string
  mentorId: string
  menteeId: string
  since: Date
  dueAt: Date | null
  endedAt: Date
  outcome: 'answered' | 'settled' | 'over'
  waitedMs: number
}
export type ClockedConversation = WaitingColumns & { id: string; mentorId: string; menteeId: string }

/**
 * How the waiting of the question of a conversation ended. Not before it began: the clock of the process that took the
 * question may be ahead of ours.
 */
export function endOf(
  { id, mentorId, menteeId, waitingSince, answerDueAt }: ClockedConversation,
  { outcome, endedAt: now }: Pick<EndedWaiting, 'outcome' | 'endedAt'>,
  { standstills }: Pick<ClockFacts, 'standstills'>,
): EndedWaiting {
  const endedAt = now > waitingSince! ? now : waitingSince!
  return {
    conversationId: id,
    mentorId,
    menteeId,
    since: waitingSince!,
    dueAt: answerDueAt,
    endedAt,
    outcome,
    waitedMs: runningMs(waitingSince!, endedAt, standstills),
  }
}
