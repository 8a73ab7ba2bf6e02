import { api } from '@marga/contract/api'
import type { Slot } from '@marga/contract/slots'
import { type Day, wallClock } from '@marga/contract/wall-clock'
import { addDays, instantAt } from '@marga/contract/zoned-time'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError, sendRequest } from '../api-client.ts'
import { currentTime } from '../clock.ts'
import { shortened } from '../offline/shortening.ts'
import { slotKeys } from './slot-keys.ts'
import { fetchWholeRange } from './whole-ranges.ts'

type Range = { from: Date; to?: Date }

/** Without an end all that is ahead. */
const fetchOwnSlots = (mentorId: string, { from, to }: Range, signal: AbortSignal): Promise<Slot[]> =>
  fetchWholeRange(async (next) => {
    const query = { from: next.toISOString(), to: to?.toISOString() }
    return (await sendRequest(api.slots.ofMentor, { params: { mentorId }, query }, { signal })).allTimeSlots
  }, from)

/** A mentor's own slots of the days that a grid shows; the grid stays while the next days come. */
export function daySlotsQuery(mentorId: string, days: readonly Day[], timeZone: string) {
  const from = instantAt(days[0]!, 0, timeZone)
  const to = instantAt(addDays(days[days.length - 1]!, 1), 0, timeZone)
  return queryOptions({
    queryKey: slotKeys.days(mentorId, from.toISOString(), to.toISOString()),
    queryFn: ({ signal }) => fetchOwnSlots(mentorId, { from, to }, signal),
    placeholderData: keepPreviousData,
  })
}

export type ComingSlots = {
  /** In the order of their starts. */
  slots: readonly Slot[]
  /** Offline: from then on they are left out, as there was no room to keep them. Null where all are there. */
  heldUntil: string | null
}

/** Everything ahead, however far: what a repetition is checked against, the list, and the figures of the dashboard. */
export const comingSlotsQuery = (mentorId: string) =>
  queryOptions({
    queryKey: slotKeys.coming(mentorId),
    queryFn: async ({ signal }): Promise<ComingSlots> => ({
      slots: await fetchOwnSlots(mentorId, { from: currentTime() }, signal),
      heldUntil: null,
    }),
    meta: shortened<ComingSlots>({
      sizeOf: ({ slots }) => slots.length,
      cut: ({ slots }, size) => ({ slots: slots.slice(0, size), heldUntil: slots[size]!.start }),
    }),
  })

/**
 * How many of those are open and booked, and which is next: the same cache, for the dashboard, which shows failures
 * itself. What has ended since it was asked for is none of them, and what another calendar hides is open to nobody.
 * Where only the nearest are there nothing is counted.
 */
export const comingCountsQuery = (mentorId: string, now: Date) =>
  queryOptions({
    ...comingSlotsQuery(mentorId),
    select: ({ slots, heldUntil }) => {
      const ahead = slots.filter(({ end }) => new Date(end) > now)
      const booked = ahead.filter(({ status }) => status === 'booked')
      const [next] = booked
      if (heldUntil !== null) return { open: undefined, booked: undefined, next }
      const open = ahead.filter(({ status, isHidden }) => status === 'open' && !isHidden)
      return { open: open.length, booked: booked.length, next }
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

/** Of so many days before today the list shows what is over: that of years would have no end. */
const pastDays = 60

export type PastSlots = {
  /** Newest first. */
  slots: readonly Slot[]
  /** What was over before this is not among them. */
  since: string
}

/** What is over, as far back as the list shows it. */
export const pastSlotsQuery = (mentorId: string, timeZone: string) =>
  queryOptions({
    queryKey: slotKeys.past(mentorId),
    queryFn: async ({ signal }): Promise<PastSlots> => {
      const now = currentTime()
      const from = instantAt(addDays(wallClock(now, timeZone).day, -pastDays), 0, timeZone)
      const slots = await fetchOwnSlots(mentorId, { from, to: now }, signal)
      return { slots: slots.toReversed(), since: from.toISOString() }
    },
    meta: shortened<PastSlots>({
      sizeOf: ({ slots }) => slots.length,
      cut: ({ slots }, size) => ({ slots: slots.slice(0, size), since: slots[size - 1]!.start }),
    }),
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
