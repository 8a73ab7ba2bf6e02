import type { Slot } from '@marga/contract/slots'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonStyle } from '../../../ui/button-style.ts'
import { settledNote } from '../rules.ts'
import { BookedSlotCard } from './booked-slot-card.tsx'

export type PastBookingProps = {
  slot: Slot
  /** The ticket form, with the person and the session filled in; null where contesting says it better. */
  ticketHref: string | null
  /** What was written down in it. */
  notes: ReactNode
  /** How it was contested, or the way to do so. */
  contest: ReactNode
}

/** A session that is over: how it was settled, and what can be done about that. */
export function PastBooking({ slot, ticketHref, notes, contest }: PastBookingProps) {
  if (slot.status === 'cancelled') return <BookedSlotCard slot={slot} />
  return (
    <BookedSlotCard
      slot={slot}
      note={settledNote(slot)}
      actions={
        <>
          {notes}
          {slot.status === 'missed' && ticketHref ? (
            <Link to={ticketHref} className={buttonStyle({ variant: 'quiet', size: 'sm' })}>
              This is wrong
            </Link>
          ) : null}
        </>
      }
    >
      {contest}
    </BookedSlotCard>
  )
}
