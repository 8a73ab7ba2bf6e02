import { type Day, wallClock } from '@marga/contract/wall-clock'
import { useQuery } from '@tanstack/react-query'
import { formatShortMoment } from '../../../lib/dates.ts'
import { throwUnlessOutOfReach } from '../../../lib/out-of-reach.ts'
import { type ComingSlots, daySlotsQuery } from '../../../lib/slots/mentor-slot-queries.ts'

type Known = {
  timeZone: string
  today: Day
  /** Everything ahead, which is kept for reading without a line as far as there is room. */
  coming: ComingSlots
}

/**
 * The slots of a week. Where they cannot be fetched, today and days ahead are drawn from what is known of them already;
 * `lost` says what of the week is not.
 */
export function useShownWeek(mentorId: string, days: readonly Day[], { timeZone, today, coming }: Known) {
  const week = useQuery({
    ...daySlotsQuery(mentorId, days, timeZone),
    throwOnError: (error, { state }) => state.data === undefined && throwUnlessOutOfReach(error),
  })
  const [first, last] = [days[0]!, days.at(-1)!]
  const heldUntil = coming.heldUntil && wallClock(coming.heldUntil, timeZone).day
  const isKnown = last >= today && (!heldUntil || first <= heldUntil)
  const isFailed = week.data === undefined && week.isError
  const lost = [
    ...(first <= today ? ['what is over on these days'] : []),
    ...(heldUntil && heldUntil <= last
      ? [`times from ${formatShortMoment(coming.heldUntil!, timeZone)} on`]
      : []),
  ]
  return {
    slots: week.data ?? (isKnown ? coming.slots : []),
    isMissing: isFailed && !isKnown,
    lost: isFailed && isKnown ? lost : [],
    isFetching: week.isFetching,
    refetch: () => void week.refetch(),
  }
}
