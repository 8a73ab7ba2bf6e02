import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import type { Slot } from '@marga/contract/slots'
import { addDays, type Day, instantAt } from '@marga/contract/zoned-time'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../api-client.ts'
import { currentTime } from '../clock.ts'

export type BookedPeriod = 'upcoming' | 'past'

/**
 * Every slot that the browser holds lies under these keys. Both roles may be signed in within one browser, so the
 * role comes first: what a mentee sees of mentors' hours, and a mentor's own.
 */
export const slotKeys = {
  mentee: ['slots', 'mentee'] as const,
  ofMentor: (mentorId: string) => ['slots', 'mentee', 'of', mentorId] as const,
  booked: () => ['slots', 'mentee', 'booked'] as const,
  bookedWhen: (when: BookedPeriod) => ['slots', 'mentee', 'booked', when] as const,
  mentor: ['slots', 'mentor'] as const,
  days: (mentorId: string, from: string, to: string) =>
    ['slots', 'mentor', mentorId, 'days', from, to] as const,
  coming: (mentorId: string) => ['slots', 'mentor', mentorId, 'coming'] as const,
  past: (mentorId: string) => ['slots', 'mentor', mentorId, 'past'] as const,
  upcomingSessions: (mentorId: string) => ['slots', 'mentor', mentorId, 'upcoming-sessions'] as const,
}

/** As long a time as one request may ask for. */
const rangeMs = (limits.slotRangeDaysMax - 1) * 86_400_000

/** How far ahead a mentor's hours are looked at. */
export const bookableUntil = (now: Date): Date => new Date(now.getTime() + rangeMs)

export const mentorSlotsQuery = (mentorId: string) =>
  queryOptions({
    queryKey: slotKeys.ofMentor(mentorId),
    queryFn: async ({ signal }) => {
      const now = currentTime()
      const query = { from: now.toISOString(), to: bookableUntil(now).toISOString() }
      return (await sendRequest(api.slots.forMentee, { params: { mentorId }, query }, { signal })).timeSlots
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
  })

async function fetchOwnSlots(mentorId: string, from: Date, to: Date, signal: AbortSignal): Promise<Slot[]> {
  const query = { from: from.toISOString(), to: to.toISOString() }
  return (await sendRequest(api.slots.ofMentor, { params: { mentorId }, query }, { signal })).allTimeSlots
}

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

/** How many of those are open and booked: the same cache, counted for the dashboard, which shows failures itself. */
export const comingCountsQuery = (mentorId: string) =>
  queryOptions({
    ...comingSlotsQuery(mentorId),
    select: (slots) => ({
      open: slots.filter(({ status }) => status === 'open').length,
      booked: slots.filter(({ status }) => status === 'booked').length,
    }),
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
