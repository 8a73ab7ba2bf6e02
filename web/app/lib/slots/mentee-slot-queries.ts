import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../api-client.ts'
import { currentTime } from '../clock.ts'
import { shortenedPages } from '../offline/shortening.ts'
import { type BookedPeriod, slotKeys } from './slot-keys.ts'
import { fetchWholeRange } from './whole-ranges.ts'

/** As long a time as one request may ask for. */
const rangeMs = (limits.slotRangeDaysMax - 1) * 86_400_000

/** How far ahead a mentor's hours are looked at. */
export const bookableUntil = (now: Date): Date => new Date(now.getTime() + rangeMs)

export const mentorSlotsQuery = (mentorId: string) =>
  queryOptions({
    queryKey: slotKeys.ofMentor(mentorId),
    queryFn: async ({ signal }) => {
      const now = currentTime()
      const to = bookableUntil(now).toISOString()
      const fetchFrom = async (from: Date) => {
        const query = { from: from.toISOString(), to }
        return (await sendRequest(api.slots.forMentee, { params: { mentorId }, query }, { signal })).timeSlots
      }
      return fetchWholeRange(fetchFrom, now)
    },
    refetchInterval: 60_000,
  })

export const bookedSlotsQuery = (userId: string, when: BookedPeriod) =>
  infiniteQueryOptions({
    queryKey: slotKeys.bookedWhen(when),
    queryFn: ({ pageParam, signal }) =>
      sendRequest(
        api.slots.booked,
        { params: { menteeId: userId }, query: { when, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    meta: shortenedPages('bookedSlots'),
  })

type BookingAt = { menteeId: string; mentorId: string; start: string }

/** Whether the mentee has booked that mentor's time. The list of bookings comes in pages: all of them are looked at. */
export const ownBookingQuery = ({ menteeId, mentorId, start }: BookingAt) =>
  queryOptions({
    queryKey: slotKeys.bookedAt(mentorId, start),
    queryFn: async ({ signal }) => {
      const params = { menteeId }
      for (let cursor: string | undefined; ; ) {
        const query = { when: 'upcoming', limit: limits.pageSizeMax, cursor } as const
        const page = await sendRequest(api.slots.booked, { params, query }, { signal })
        if (page.bookedSlots.some((slot) => slot.start === start && slot.mentorId._id === mentorId))
          return true
        if (page.nextCursor === null) return false
        cursor = page.nextCursor
      }
    },
  })
