import type { Awaiting } from '@marga/contract/chat'
import type { WaitingColumns } from './waiting.rules.ts'

type Waiting = Pick<WaitingColumns, 'waitingSince' | 'answerDueAt' | 'refundableFrom'>

export const nobodyAwaited: Awaiting = {
  side: null,
  since: null,
  dueAt: null,
  isLate: false,
  refundableFrom: null,
  standstill: null,
}

/** The mentor's turn, by the clock of the conversation; undefined where none runs. */
export const presentWaiting = (
  { waitingSince, answerDueAt, refundableFrom }: Waiting,
  standstill: Awaiting['standstill'],
  now: Date,
): Awaiting | undefined =>
  waitingSince
    ? {
        side: 'mentor',
        since: waitingSince.toISOString(),
        dueAt: answerDueAt?.toISOString() ?? null,
        isLate: answerDueAt !== null && answerDueAt <= now,
        refundableFrom: refundableFrom?.toISOString() ?? null,
        standstill,
      }
    : undefined
