import { slotAllows } from '@marga/contract/slot-states'
import type { Slot } from '@marga/contract/slots'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarCheck, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { JoinSessionLink } from '../../../components/join-session-link.tsx'
import { bookedSlotsQuery } from '../../../lib/slots/mentee-slot-queries.ts'
import type { BookedPeriod } from '../../../lib/slots/slot-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonStyle } from '../../../ui/button-style.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { missedNote } from '../rules.ts'
import { BookedSlotCard } from './booked-slot-card.tsx'
import { refundNote } from './cancel-booking-dialog.tsx'

type BookedSlotListProps = {
  userId: string
  when: BookedPeriod
  now: Date
  schedulesHref: string
  roomHref: (slotId: string) => string
  /** The ticket form, with the person and the session filled in. */
  ticketHref: (slot: Slot) => string
  /** What was written down in a session that took place. */
  notesOf: (slot: Slot) => ReactNode
  onChat: (slot: Slot) => void
  onCancel: (slot: Slot) => void
}

/** A mentee's sessions to come or past, a page at a time. */
export function BookedSlotList(props: BookedSlotListProps) {
  const { userId, when, now, schedulesHref, roomHref, ticketHref, notesOf, onChat, onCancel } = props
  const query = useInfiniteQuery(bookedSlotsQuery(userId, when))
  const slots = query.data?.pages.flatMap((page) => page.bookedSlots)
  if (!slots) return <BookedSlotSkeletons />
  if (slots.length === 0) return <NoSlots when={when} schedulesHref={schedulesHref} />
  return (
    <>
      <ul className="grid grid-cols-1 gap-4">
        {slots.map((slot) => {
          const canCancel = slotAllows('cancel', slot, now)
          return (
            <li key={slot._id}>
              <BookedSlotCard
                slot={slot}
                note={canCancel ? refundNote(slot, now) : missedNote(slot)}
                actions={
                  when === 'upcoming' ? (
                    <>
                      <JoinSessionLink slot={slot} now={now} href={roomHref(slot._id)} size="sm" />
                      <Button variant="secondary" size="sm" onClick={() => onChat(slot)}>
                        Chat
                      </Button>
                      {canCancel ? (
                        <Button variant="quiet" size="sm" onClick={() => onCancel(slot)}>
                          Cancel booking
                        </Button>
                      ) : null}
                    </>
                  ) : slot.status === 'cancelled' ? undefined : (
                    <>
                      {notesOf(slot)}
                      {slot.status === 'missed' ? (
                        <Link
                          to={ticketHref(slot)}
                          className={buttonStyle({ variant: 'secondary', size: 'sm' })}
                        >
                          This is wrong
                        </Link>
                      ) : null}
                    </>
                  )
                }
              />
            </li>
          )
        })}
      </ul>
      <LoadMore
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
        label="Load more"
      />
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
