import type { Slot } from '@marga/contract/slots'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarCheck, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LinkedItem } from '../../../components/linked-item.tsx'
import { NotKept } from '../../../components/not-kept.tsx'
import { throwUnlessOutOfReach } from '../../../lib/out-of-reach.ts'
import { bookedSlotsQuery } from '../../../lib/slots/mentee-slot-queries.ts'
import type { BookedPeriod } from '../../../lib/slots/slot-keys.ts'
import { buttonStyle } from '../../../ui/button-style.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type BookedSlotListProps = {
  userId: string
  when: BookedPeriod
  schedulesHref: string
  /** The one that a link leads to: it is scrolled to and gets the focus. */
  openSlotId: string | null
  children: (slot: Slot) => ReactNode
}

/** A mentee's sessions to come or past, a page at a time. */
export function BookedSlotList({ userId, when, schedulesHref, openSlotId, children }: BookedSlotListProps) {
  const query = useInfiniteQuery({
    ...bookedSlotsQuery(userId, when),
    throwOnError: (error, { state }) => state.data === undefined && throwUnlessOutOfReach(error),
  })
  const slots = query.data?.pages.flatMap((page) => page.bookedSlots)
  if (!slots && query.isError) {
    const what = when === 'past' ? 'Past sessions' : 'Your sessions'
    return <NotKept what={what} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
  }
  if (!slots) return <BookedSlotSkeletons />
  if (slots.length === 0) return <NoSlots when={when} schedulesHref={schedulesHref} />
  return (
    <>
      <ul className="grid grid-cols-1 gap-4">
        {slots.map((slot) => (
          <LinkedItem key={slot._id} isLinked={slot._id === openSlotId}>
            {children(slot)}
          </LinkedItem>
        ))}
      </ul>
      <LoadMore list={query} label="Load more" />
    </>
  )
}

function NoSlots({ when, schedulesHref }: Pick<BookedSlotListProps, 'when' | 'schedulesHref'>) {
  if (when === 'past') {
    return (
      <EmptyState icon={History} title="No past sessions">
        Your past sessions will be listed here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={CalendarCheck}
      title="Nothing is booked"
      action={
        <Link to={schedulesHref} className={buttonStyle()}>
          Book a session
        </Link>
      }
    >
      Choose one of your mentors and an open hour that suits you.
    </EmptyState>
  )
}

const BookedSlotSkeletons = () => (
  <div role="status" aria-label="Loading sessions" className="grid gap-4">
    <Skeleton className="h-44 rounded-lg" />
    <Skeleton className="h-44 rounded-lg" />
  </div>
)
