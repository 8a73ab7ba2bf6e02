import type { Contest } from '@marga/contract/disputes'
import type { Slot } from '@marga/contract/slots'
import { useQuery } from '@tanstack/react-query'
import { SlotContest } from '../../features/disputes/components/slot-contest.tsx'
import { contestsQuery } from '../../features/disputes/queries.ts'
import { canContest } from '../../features/disputes/rules.ts'
import { SessionNotes } from '../../features/live/components/session-notes.tsx'
import { SlotProposal } from '../../features/moves/components/slot-proposal.tsx'
import { BookedSlotList } from '../../features/slots/components/booked-slot-list.tsx'
import { PastBooking } from '../../features/slots/components/past-booking.tsx'
import { UpcomingBooking } from '../../features/slots/components/upcoming-booking.tsx'
import { formatDate } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'

const { live, schedules, tickets } = paths.mentees

type SessionsProps = { userId: string; openSlotId: string | null; now: Date }
type UpcomingSessionsProps = SessionsProps & {
  onChat: (slot: Slot) => void
  onMove: (slot: Slot) => void
  onCancel: (slot: Slot) => void
}

export const UpcomingSessions = ({ now, onChat, onMove, onCancel, ...list }: UpcomingSessionsProps) => (
  <BookedSlotList {...list} when="upcoming" schedulesHref={schedules.getHref()}>
    {(slot) => (
      <UpcomingBooking
        slot={slot}
        now={now}
        roomHref={live.getHref({ conversationId: slot._id })}
        proposal={<SlotProposal of="mentee" slot={slot} now={now} />}
        onChat={() => onChat(slot)}
        onMove={() => onMove(slot)}
        onCancel={() => onCancel(slot)}
      />
    )}
  </BookedSlotList>
)

export function PastSessions({ now, ...list }: SessionsProps) {
  const { data: contests } = useQuery(contestsQuery('mentee'))
  return (
    <BookedSlotList {...list} when="past" schedulesHref={schedules.getHref()}>
      {(slot) => {
        const contest = contests?.find(({ slotId }) => slotId === slot._id)
        return (
          <PastBooking
            slot={slot}
            ticketHref={ticketHref(slot, contest, now)}
            notes={<SessionNotes of="mentee" slotId={slot._id} when={formatDate(slot.start)} />}
            contest={<SlotContest of="mentee" userId={list.userId} slot={slot} contest={contest} now={now} />}
          />
        )
      }}
    </BookedSlotList>
  )
}

/** A ticket is the way once a session can no longer be contested. */
function ticketHref(slot: Slot, contest: Contest | undefined, now: Date): string | null {
  if (contest || canContest('mentee', slot, now)) return null
  return tickets.getHref({}, { about: slot.mentorId._id, kind: 'slot', id: slot._id, at: slot.start })
}
