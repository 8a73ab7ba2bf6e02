import { limits } from '@marga/contract/limits'
import { after, minutesMs } from '../../platform/clock.ts'

const holdMs = minutesMs(limits.placeHoldMinutes)

/**
 * Until when a checkout keeps a place, null where it can be opened without one. A hold is not made longer, and the next
 * of the same pair comes after as long again: else one mentee could keep the last place for ever without paying.
 * @param of.lastUntil when the pair's last hold ended, or will end
 */
export function holdUntil(of: { lastUntil: Date | null; isFreeForOthers: boolean }, now: Date): Date | null {
  const { lastUntil, isFreeForOthers } = of
  if (lastUntil && lastUntil > now) return lastUntil
  const mayHold = isFreeForOthers || !lastUntil || after(lastUntil, holdMs) <= now
  return mayHold ? after(now, holdMs) : null
}
