import { limits } from '@marga/contract/limits'
import type { Slot } from '@marga/contract/slots'
import type { Day } from '@marga/contract/wall-clock'
import { addDays } from '@marga/contract/zoned-time'
import { useQuery } from '@tanstack/react-query'
import { throwUnlessOutOfReach } from '../../../lib/out-of-reach.ts'
import { daySlotsQuery } from '../../../lib/slots/mentor-slot-queries.ts'

/** What is ahead was asked for as far as one request may; it may be some days old. */
const knownDays = limits.slotRangeDaysMax - 7

type Known = {
  timeZone: string
  today: Day
  /** Everything ahead, which is kept for reading without a line. */
  coming: readonly Slot[]
}

/** The slots of a week. Where they cannot be fetched, days ahead are drawn from what is known of them already. */
export function useShownWeek(mentorId: string, days: readonly Day[], { timeZone, today, coming }: Known) {
  const week = useQuery({
    ...daySlotsQuery(mentorId, days, timeZone),
    throwOnError: (error, { state }) => state.data === undefined && throwUnlessOutOfReach(error),
  })
  const isAhead = days[0]! > today && days.at(-1)! < addDays(today, knownDays)
  return {
    slots: week.data ?? (isAhead ? coming : []),
    isMissing: week.data === undefined && week.isError && !isAhead,
    isFetching: week.isFetching,
    refetch: () => void week.refetch(),
  }
}
