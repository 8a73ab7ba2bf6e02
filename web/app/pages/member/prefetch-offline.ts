import { wallClock } from '@marga/contract/wall-clock'
import { weekOf } from '@marga/contract/zoned-time'
import { type Query, QueryClient } from '@tanstack/react-query'
import type { Turn } from '../../features/chat/conversation-pages.ts'
import { chatKeys, conversationsQuery, threadQuery } from '../../features/chat/queries.ts'
import type { Thread } from '../../features/chat/thread.ts'
import { subscribedMentorsQuery } from '../../features/enrollments/queries.ts'
import { ownProfileQuery } from '../../features/mentor-profile/queries.ts'
import { openingDay } from '../../features/scheduler/rules.ts'
import { currentTime } from '../../lib/clock.ts'
import { fillFromCache } from '../../lib/offline/fill-from-cache.ts'
import type { CacheOwner } from '../../lib/offline/offline-caches.ts'
import { bookedSlotsQuery } from '../../lib/slots/mentee-slot-queries.ts'
import { comingSlotsQuery, daySlotsQuery } from '../../lib/slots/mentor-slot-queries.ts'

/** What was fetched within this time is not fetched again for reading offline. */
const freshMs = 10 * 60_000
/** The newest conversations; others are kept as they are read. */
const threadsMax = 5

/**
 * Fetches the inbox and the bookings as far as nothing lately did, so that they open offline although nobody has looked
 * at them here. In a client of its own: what is shown does not change. @returns what was fetched
 */
export async function prefetchOffline(owner: CacheOwner, shown: QueryClient): Promise<Query[]> {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: freshMs, gcTime: Number.POSITIVE_INFINITY } },
  })
  for (const { queryKey, state } of shown.getQueryCache().getAll()) {
    if (state.data !== undefined)
      client.setQueryData(queryKey, state.data, { updatedAt: state.dataUpdatedAt })
  }
  await fillFromCache(owner, client)
  const updatedAt = new Map(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryHash, state }) => [queryHash, state.dataUpdatedAt]),
  )
  await Promise.allSettled([
    fetchConversations(owner, client),
    owner.role === 'mentee' ? fetchBookings(owner, client) : fetchSchedule(owner, client),
  ])
  return client
    .getQueryCache()
    .getAll()
    .filter(({ queryHash, state }) => updatedAt.get(queryHash) !== state.dataUpdatedAt)
}

async function fetchConversations(owner: CacheOwner, client: QueryClient): Promise<void> {
  const turns: Turn[] = owner.role === 'mentor' ? ['mentor', 'mentee'] : [undefined]
  const lists = await Promise.all(
    turns.map((turn) => client.fetchInfiniteQuery({ ...conversationsQuery(owner, { name: '', turn }) })),
  )
  const conversations = lists
    .flatMap(({ pages }) => pages.flatMap((page) => page.conversations))
    .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  for (const { _id, lastMessage } of conversations.slice(0, threadsMax)) {
    const queryKey = chatKeys.thread(owner.role, _id)
    const heldSeq = client.getQueryData<Thread>(queryKey)?.at(-1)?.seq ?? 0
    if (!lastMessage || heldSeq >= lastMessage.seq) continue
    // With nothing held the newest page is fetched, and not page after page of what came between.
    client.removeQueries({ queryKey })
    await client.fetchQuery(threadQuery(owner.role, _id))
  }
}

const fetchBookings = ({ userId }: CacheOwner, client: QueryClient) =>
  Promise.all([
    client.fetchInfiniteQuery({ ...bookedSlotsQuery(userId, 'upcoming'), staleTime: freshMs }),
    client.fetchQuery({ ...subscribedMentorsQuery(userId), staleTime: freshMs }),
  ])

/** The week with which the calendar opens. */
async function fetchSchedule({ userId }: CacheOwner, client: QueryClient): Promise<void> {
  const [{ timeZone }, coming] = await Promise.all([
    client.fetchQuery({ ...ownProfileQuery(userId), staleTime: freshMs }),
    client.fetchQuery({ ...comingSlotsQuery(userId), staleTime: freshMs }),
  ])
  const now = currentTime()
  for (const day of new Set([openingDay(coming.slots, now, timeZone), wallClock(now, timeZone).day]))
    await client.fetchQuery({ ...daySlotsQuery(userId, weekOf(day), timeZone), staleTime: freshMs })
}
