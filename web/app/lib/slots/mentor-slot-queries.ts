import { api } from '@marga/contract/api'
import type { Slot } from '@marga/contract/slots'
import type { Day } from '@marga/contract/wall-clock'
import { addDays, instantAt } from '@marga/contract/zoned-time'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError, sendRequest } from '../api-client.ts'
import { currentTime } from '../clock.ts'
import { rangeMs, slotKeys } from './slot-keys.ts'
import { fetchWholeRange } from './whole-ranges.ts'

const fetchOwnSlots = (mentorId: string, from: Date, to: Date, signal: AbortSignal): Promise<Slot[]> =>
  fetchWholeRange(async (next) => {
    const query = { from: next.toISOString(), to: to.toISOString() }
    return (await sendRequest(api.slots.ofMentor, { params: { mentorId }, query }, { signal })).allTimeSlots
  }, from)

/** A mentor's own slots of the days that a grid shows; the grid stays while the next days come. */
export function daySlotsQuery(mentorId: string, days: readonly Day[], timeZone: string) {
  const from = instantAt(days[0]!, 0, timeZone)
  const to = instantAt(addDays(days[days.length - 1]!, 1), 0, timeZone)
  return queryOptions({
    queryKey: slotKeys.days(mentorId, from.toISOString(), to.toISOString()),
    queryFn: ({ signal }) => fetchOwnSlots(mentorId, from, to, signal),
    placeholderData: keepPreviousData,
  })
}

/** Everything ahead that one request may ask for: what a repetition is checked against, and the list. */
export const comingSlotsQuery = (mentorId: string) =>
  queryOptions({
    queryKey: slotKeys.coming(mentorId),
    queryFn: ({ signal }) => {
      const now = currentTime()
      return fetchOwnSlots(mentorId, now, new Date(now.getTime() + rangeMs), signal)
    },
  })

/**
 * How many of those are open and booked, and which is next: the same cache, for the dashboard, which shows failures
 * itself. What has ended since it was asked for is none of them, and what another calendar hides is open to nobody.
 */
export const comingCountsQuery = (mentorId: string, now: Date) =>
  queryOptions({
    ...comingSlotsQuery(mentorId),
    select: (slots) => {
      const ahead = slots.filter(({ end }) => new Date(end) > now)
      const booked = ahead.filter(({ status }) => status === 'booked')
      return {
        open: ahead.filter(({ status, isHidden }) => status === 'open' && !isHidden).length,
        booked: booked.length,
        next: booked[0],
      }
    },
    throwOnError: false,
  })

/** One slot, to which a link leads; null when it is no longer there. */
export const linkedSlotQuery = (slotId: string) =>
  queryOptions({
    queryKey: slotKeys.linked(slotId),
    queryFn: async ({ signal }) => {
      try {
        return (await sendRequest(api.slots.get, { params: { slotId } }, { signal })).data
      } catch (error) {
        if (error instanceof ApiError && error.status > 0 && error.status < 500) return null
        throw error
      }
    },
    throwOnError: false,
  })

/** What is over, newest first. */
export const pastSlotsQuery = (mentorId: string) =>
  queryOptions({
    queryKey: slotKeys.past(mentorId),
    queryFn: async ({ signal }) => {
      const now = currentTime()
      return (await fetchOwnSlots(mentorId, new Date(now.getTime() - rangeMs), now, signal)).toReversed()
    },
  })

/** Booked sessions that run or start within a day. */
export const upcomingSessionsQuery = (mentorId: string) =>
  queryOptions({
    queryKey: slotKeys.upcomingSessions(mentorId),
    queryFn: async ({ signal }) =>
      (await sendRequest(api.slots.upcomingLive, { params: { mentorId } }, { signal })).sessionDetails,
    throwOnError: false,
    refetchInterval: 60_000,
  })
