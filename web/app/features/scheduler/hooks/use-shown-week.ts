import type { Slot } from '@marga/contract/slots'
import type { Day } from '@marga/contract/wall-clock'
import { useQuery } from '@tanstack/react-query'
import { throwUnlessOutOfReach } from '../../../lib/out-of-reach.ts'
import { daySlotsQuery } from '../../../lib/slots/mentor-slot-queries.ts'

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
  const isAhead = days[0]! > today
  return {
    slots: week.data ?? (isAhead ? coming : []),
    isMissing: week.data === undefined && week.isError && !isAhead,
    isFetching: week.isFetching,
    refetch: () => void week.refetch(),
  }
}
