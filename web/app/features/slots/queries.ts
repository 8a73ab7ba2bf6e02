import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { currentTime } from '../../lib/clock.ts'

export type BookedPeriod = 'upcoming' | 'past'

export const slotKeys = {
  all: ['slots'] as const,
  ofMentor: (mentorId: string) => ['slots', 'of', mentorId] as const,
  booked: () => ['slots', 'booked'] as const,
  bookedWhen: (when: BookedPeriod) => ['slots', 'booked', when] as const,
}

const dayMs = 86_400_000

/** How far ahead a mentor's hours are looked at: what one call may ask for. */
export const bookableUntil = (now: Date): Date =>
  new Date(now.getTime() + (limits.slotRangeDaysMax - 1) * dayMs)

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
