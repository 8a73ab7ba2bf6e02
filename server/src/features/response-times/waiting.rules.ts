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

/** What is to be said next, and when. Once an answer is late nobody is reminded of it any more. */
function nextStep(
  { nudgeAt, dueAt, refundableFrom }: Deadlines,
  said: ReadonlySet<AnswerStep>,
): { step: AnswerStep; at: Date } | undefined {
  if (nudgeAt && !said.has('nudge') && !said.has('late')) return { step: 'nudge', at: nudgeAt }
  if (dueAt && !said.has('late')) return { step: 'late', at: dueAt }
  if (refundableFrom && !said.has('remedy')) return { step: 'remedy', at: refundableFrom }
  return undefined
}

/** Why a clock stands still at a moment, and until when; of several the one that ends last. */
export function standstillAt(moment: Date, { standstills }: ClockFacts): Awaiting['standstill'] {
  const around = standstills.filter(({ from, until }) => from <= moment && (!until || until > moment))
  const ends = ({ until }: Standstill) => until?.getTime() ?? Number.POSITIVE_INFINITY
  const last = around.sort((one, other) => ends(other) - ends(one))[0]
  return last ? { because: last.because, until: last.until?.toISOString() ?? null } : null
}

/** Whether the clock has run from the question on, and nothing is known that will stand it still. */
export const isUndisturbed = ({
  waitingSince,
  silentSince,
  answerDueAt,
  refundableFrom,
}: WaitingColumns): boolean =>
  waitingSince !== null &&
  answerDueAt?.getTime() === waitingSince.getTime() + hoursMs(limits.answerHours) &&
  refundableFrom?.getTime() === silentSince!.getTime() + daysMs(limits.silentDays)

/** How the waiting of a question ended. */
export const endOf = (
  { waitingSince, answerDueAt }: WaitingColumns,
  endedAt: Date,
  { standstills }: Pick<ClockFacts, 'standstills'>,
) => ({
  since: waitingSince!,
  dueAt: answerDueAt,
  endedAt,
  waitedMs: runningMs(waitingSince!, endedAt, standstills),
})
