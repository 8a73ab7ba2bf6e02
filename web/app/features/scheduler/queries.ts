import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import type { Slot } from '@marga/contract/slots'
import { addDays, type Day, instantAt } from '@marga/contract/zoned-time'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { currentTime } from '../../lib/clock.ts'

const rangeMs = (limits.slotRangeDaysMax - 1) * 86_400_000

export const schedulerKeys = {
  all: ['scheduler'] as const,
  days: (mentorId: string, from: string, to: string) => ['scheduler', mentorId, 'days', from, to] as const,
  coming: (mentorId: string) => ['scheduler', mentorId, 'coming'] as const,
  past: (mentorId: string) => ['scheduler', mentorId, 'past'] as const,
}

async function fetchSlots(mentorId: string, from: Date, to: Date, signal: AbortSignal): Promise<Slot[]> {
  const query = { from: from.toISOString(), to: to.toISOString() }
  return (await sendRequest(api.slots.ofMentor, { params: { mentorId }, query }, { signal })).allTimeSlots
}

/** The slots of the days that a grid shows; the grid stays while the next days come. */
export function daySlotsQuery(mentorId: string, days: readonly Day[], timeZone: string) {
  const from = instantAt(days[0]!, 0, timeZone)
  const to = instantAt(addDays(days[days.length - 1]!, 1), 0, timeZone)
  return queryOptions({
    queryKey: schedulerKeys.days(mentorId, from.toISOString(), to.toISOString()),
    queryFn: ({ signal }) => fetchSlots(mentorId, from, to, signal),
    placeholderData: keepPreviousData,
  })
}

/** Everything ahead that one call may ask for: what a repetition is checked against, and the list. */
export const comingSlotsQuery = (mentorId: string) =>
  queryOptions({
    queryKey: schedulerKeys.coming(mentorId),
    queryFn: ({ signal }) => {
      const now = currentTime()
      return fetchSlots(mentorId, now, new Date(now.getTime() + rangeMs), signal)
    },
  })

/** What is over, newest first. */
export const pastSlotsQuery = (mentorId: string) =>
  queryOptions({
    queryKey: schedulerKeys.past(mentorId),
    queryFn: async ({ signal }) => {
      const now = currentTime()
      return (await fetchSlots(mentorId, new Date(now.getTime() - rangeMs), now, signal)).toReversed()
    },
  })
