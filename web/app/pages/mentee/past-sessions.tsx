import type { Contest } from '@marga/contract/disputes'
import type { Slot } from '@marga/contract/slots'
import { useQuery } from '@tanstack/react-query'
import { SlotContest } from '../../features/disputes/components/slot-contest.tsx'
import { contestsQuery } from '../../features/disputes/queries.ts'
import { canContest } from '../../features/disputes/rules.ts'
import { SessionNotes } from '../../features/live/components/session-notes.tsx'
import { BookedSlotList } from '../../features/slots/components/booked-slot-list.tsx'
import { PastBooking } from '../../features/slots/components/past-booking.tsx'
import { formatDate } from '../../lib/dates.ts'
import { throwUnlessOutOfReach } from '../../lib/out-of-reach.ts'
import { paths } from '../../lib/paths.ts'

const { schedules, tickets } = paths.mentees

type PastSessionsProps = { userId: string; openSlotId: string | null; now: Date }

/** Sessions that are over, each with how it was settled and how that can be contested. */
export function PastSessions({ now, ...list }: PastSessionsProps) {
  const { data: contests } = useQuery({ ...contestsQuery('mentee'), throwOnError: throwUnlessOutOfReach })
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
