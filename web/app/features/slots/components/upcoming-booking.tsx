import { slotAllows } from '@marga/contract/slot-states'
import type { Slot } from '@marga/contract/slots'
import type { ReactNode } from 'react'
import { JoinSessionLink } from '../../../components/join-session-link.tsx'
import { formatShortMoment } from '../../../lib/dates.ts'
import { moveNote, moveWay } from '../../../lib/slots/move-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { cancelNote } from '../rules.ts'
import { BookedSlotCard } from './booked-slot-card.tsx'
import { BookingChoice } from './booking-choice.tsx'

export type UpcomingBookingProps = {
  slot: Slot
  now: Date
  roomHref: string
  /** Other times that one of the two proposed. */
  proposal: ReactNode
  onChat: () => void
  onMove: () => void
  onCancel: () => void
}

/** A session to come: the way into it, and what moving and cancelling it would do. */
export function UpcomingBooking(props: UpcomingBookingProps) {
  const { slot, now, roomHref, proposal, onChat, onMove, onCancel } = props
  const isAhead = slotAllows('cancel', slot, now)
  const way = moveWay(slot, now)
  const session = `the session of ${formatShortMoment(slot.start)}`
  return (
    <BookedSlotCard
      slot={slot}
      actions={
        <>
          <JoinSessionLink slot={slot} now={now} href={roomHref} size="sm" />
          <Button variant="secondary" size="sm" onClick={onChat}>
            Chat
          </Button>
        </>
      }
      choices={
        isAhead ? (
          <>
            <BookingChoice
              label="Move"
              of={session}
              note={moveNote(slot, now)}
              onChoose={way === 'move' || way === 'propose' ? onMove : undefined}
            />
            <BookingChoice label="Cancel" of={session} note={cancelNote(slot, now)} onChoose={onCancel} />
          </>
        ) : null
      }
    >
      {proposal}
    </BookedSlotCard>
  )
}
