import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { throwUnlessOutOfReach } from '../../../lib/out-of-reach.ts'
import { bookedSlotsQuery } from '../../../lib/slots/mentee-slot-queries.ts'
import type { BookedPeriod } from '../../../lib/slots/slot-keys.ts'

/**
 * Which of a mentee's sessions are shown, by the address. A link to one session leads to those among which it is;
 * `contestedSlotId` is that of a contest to which a link leads, null while it is not known.
 */
export function useBookedPeriod(userId: string, contestedSlotId: string | null) {
  const [query, setQuery] = useSearchParams()
  const slotId = query.get('slot') ?? contestedSlotId
  const asked = query.get('when')
  const isOpenedByLink = query.has('slot') || query.has('contest')
  const soughtId = asked === null ? slotId : null
  // One that was moved or cancelled is among neither: nothing is where it led, so the sessions to come are shown.
  const isNotToCome = useHasSlot(userId, 'upcoming', soughtId) === false
  const isPast = useHasSlot(userId, 'past', isNotToCome ? soughtId : null) === true
  const when: BookedPeriod = asked === 'past' || isPast ? 'past' : 'upcoming'
  const setWhen = (next: string) =>
    setQuery(next === 'past' || isOpenedByLink ? { when: next } : {}, { replace: true })
  return { when, slotId, setWhen }
}

/**
 * Loads sessions, and goes on until the one that is sought is among them or there are no more.
 * @returns whether it is; undefined while that is not known, or where none is sought
 */
function useHasSlot(userId: string, when: BookedPeriod, soughtId: string | null): boolean | undefined {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery({
    ...bookedSlotsQuery(userId, when),
    enabled: soughtId !== null,
    // The list says so in its own place; a disabled query would throw its failure, too.
    throwOnError: (error, { state }) => state.data === undefined && throwUnlessOutOfReach(error),
  })
  useEffect(() => {
    // A page that could not be fetched is asked for with "Load more".
    if (soughtId === null || !data || !hasNextPage || isFetching || isError || holds(data, soughtId)) return
    void fetchNextPage()
  }, [soughtId, data, hasNextPage, isFetching, isError, fetchNextPage])
  if (soughtId === null || !data) return undefined
  return holds(data, soughtId) || (hasNextPage ? undefined : false)
}

type Loaded = { pages: readonly { bookedSlots: readonly { _id: string }[] }[] }

const holds = ({ pages }: Loaded, slotId: string): boolean =>
  pages.some(({ bookedSlots }) => bookedSlots.some(({ _id }) => _id === slotId))
