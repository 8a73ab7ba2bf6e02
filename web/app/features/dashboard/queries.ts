import { api } from '@marga/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { currentTime } from '../../lib/clock.ts'

export const dashboardKeys = {
  upcoming: ['dashboard', 'upcoming'] as const,
  comingSlots: ['dashboard', 'coming-slots'] as const,
}

/** Booked sessions that run or start within a day. */
export const upcomingQuery = (mentorId: string) =>
  queryOptions({
    queryKey: [...dashboardKeys.upcoming, mentorId] as const,
    queryFn: async ({ signal }) =>
      (await sendRequest(api.slots.upcomingLive, { params: { mentorId } }, { signal })).sessionDetails,
    throwOnError: false,
    refetchInterval: 60_000,
  })

/** What lies open or booked in the coming weeks, for the figures beside the chart. */
export const comingSlotsQuery = (mentorId: string) =>
  queryOptions({
    queryKey: [...dashboardKeys.comingSlots, mentorId] as const,
    queryFn: async ({ signal }) => {
      const query = { from: currentTime().toISOString() }
      const { allTimeSlots } = await sendRequest(
        api.slots.ofMentor,
        { params: { mentorId }, query },
        { signal },
      )
      return {
        open: allTimeSlots.filter(({ status }) => status === 'open').length,
        booked: allTimeSlots.filter(({ status }) => status === 'booked').length,
      }
    },
    throwOnError: false,
  })
