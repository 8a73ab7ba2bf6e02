import type { Slot } from '@marga/contract/slots'
import { lazy, Suspense } from 'react'
import { BookedSlotList } from '../../features/slots/components/booked-slot-list.tsx'
import { UpcomingBooking } from '../../features/slots/components/upcoming-booking.tsx'
import { paths } from '../../lib/paths.ts'

const SlotProposal = lazy(async () => ({
  default: (await import('../../features/moves/components/slot-proposal.tsx')).SlotProposal,
}))

const { live, schedules } = paths.mentees

type UpcomingSessionsProps = {
  userId: string
  openSlotId: string | null
  now: Date
  onChat: (slot: Slot) => void
  onMove: (slot: Slot) => void
  onCancel: (slot: Slot) => void
}

/** Sessions to come, each with what can be done with it. */
export const UpcomingSessions = ({ now, onChat, onMove, onCancel, ...list }: UpcomingSessionsProps) => (
  <BookedSlotList {...list} when="upcoming" schedulesHref={schedules.getHref()}>
    {(slot) => (
      <UpcomingBooking
        slot={slot}
        now={now}
        roomHref={live.getHref({ conversationId: slot._id })}
        proposal={
          <Suspense>
            <SlotProposal of="mentee" slot={slot} now={now} />
          </Suspense>
        }
        onChat={() => onChat(slot)}
        onMove={() => onMove(slot)}
        onCancel={() => onCancel(slot)}
      />
    )}
  </BookedSlotList>
)
