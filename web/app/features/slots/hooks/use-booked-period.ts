import { useInfiniteQuery } from '@tanstack/react-query'
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
  const isInDoubt = slotId !== null && asked === null
  const past = useInfiniteQuery({
    ...bookedSlotsQuery(userId, 'past'),
    enabled: isInDoubt,
    // The list says so in its own place; a disabled query would throw its failure, too.
    throwOnError: throwUnlessOutOfReach,
  })
  const isPast =
    isInDoubt && past.data?.pages.some((page) => page.bookedSlots.some(({ _id }) => _id === slotId))
  const when: BookedPeriod = asked === 'past' || isPast ? 'past' : 'upcoming'
  const setWhen = (next: string) =>
    setQuery(next === 'past' || isOpenedByLink ? { when: next } : {}, { replace: true })
  return { when, slotId, setWhen }
}
