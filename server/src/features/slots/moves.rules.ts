import { limits } from '@marga/contract/limits'
import { after, daysMs, hoursMs, minutesMs } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'

/** How far ahead a time may be proposed. */
const proposedDaysMax = 370

/** Until when the other side can take one of the proposed times. */
export const proposalClosesAt = ({ startsAt }: { startsAt: Date }): Date =>
  after(startsAt, -hoursMs(limits.proposalClosesHours))

/** @throws AppError moves_used */
export function refuseMoved({ moves }: { moves: number }) {
  if (moves >= limits.movesMax) throw new AppError('moves_used')
}

/** @throws AppError naming `starts` when one is not a time that could be */
export function checkStarts(starts: readonly Date[], now: Date) {
  if (starts.some((start) => start <= now)) throw invalidField('starts', 'This time is in the past.')
  if (starts.some((start) => isTooSoon(start, now)))
    throw invalidField(
      'starts',
      `Propose a time that is at least ${limits.agreedAheadMinutes} minutes ahead.`,
    )
  if (starts.some((start) => start > after(now, daysMs(proposedDaysMax))))
    throw invalidField('starts', 'Propose a time within a year.')
  if (new Set(starts.map((start) => start.getTime())).size < starts.length)
    throw invalidField('starts', 'Two of these times are the same.')
}

const isTooSoon = (start: Date, now: Date): boolean =>
  start < after(now, minutesMs(limits.agreedAheadMinutes))

/**
 * Of a time that the other side takes only now: who asked for it has to hear of it, and may not look every minute.
 * @throws AppError slot_unavailable
 */
export function refuseTooSoon(start: Date, now: Date) {
  if (!isTooSoon(start, now)) return
  const message =
    start <= now
      ? 'This time has passed.'
      : `This time is less than ${limits.agreedAheadMinutes} minutes away: who asked for it might not hear of it in time.`
  throw new AppError('slot_unavailable', {
    message,
    fields: { accept: message },
    details: { alternatives: [] },
  })
}
