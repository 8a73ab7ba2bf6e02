import type { Slot } from '@marga/contract/slots'
import { useQuery } from '@tanstack/react-query'
import { JoinSessionLink } from '../../components/join-session-link.tsx'
import { useOpenChat } from '../../features/chat/hooks/use-open-chat.ts'
import { SlotContest } from '../../features/disputes/components/slot-contest.tsx'
import { contestsQuery } from '../../features/disputes/queries.ts'
import { SessionNotes } from '../../features/live/components/session-notes.tsx'
import { MenteeAbout } from '../../features/mentor-profile/components/mentee-about.tsx'
import { ProposeTimes } from '../../features/moves/components/propose-times.tsx'
import { SlotProposal } from '../../features/moves/components/slot-proposal.tsx'
import { formatDate } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { useConversationOf } from './cancel-message.tsx'

type SlotExtrasProps = { userId: string; slot: Slot; isOver: boolean; timeZone: string }

/** What other parts of the product know of a slot that somebody has: the mentee, notes, other times, a contest. */
export function SlotExtras({ userId, slot, isOver, timeZone }: SlotExtrasProps) {
  const now = useNow(30_000)
  const openChat = useOpenChat('mentor', (conversationId) => paths.mentors.inbox.getHref({ conversationId }))
  const { menteeId, status, start } = slot
  useConversationOf(slot)
  if (!menteeId) return null
  return (
    <>
      <div className="flex min-h-10 flex-wrap gap-3">
        <JoinSessionLink
          slot={slot}
          now={now}
          href={paths.mentors.live.getHref({ conversationId: slot._id })}
        />
        <Button
          variant="secondary"
          isLoading={openChat.isPending}
          onClick={() => openChat.mutate(menteeId._id)}
          aria-label={`Chat with ${menteeId.firstName}`}
        >
          Chat
        </Button>
        <MenteeAbout mentee={menteeId} />
        {isOver && status !== 'cancelled' ? (
          <SessionNotes of="mentor" slotId={slot._id} when={formatDate(start, timeZone)} />
        ) : null}
      </div>
      <SlotProposal of="mentor" slot={slot} now={now} />
      <ProposeTimes of="mentor" slot={slot} otherName={menteeId.firstName} now={now} />
      {isOver ? <PastContest userId={userId} slot={slot} now={now} /> : null}
    </>
  )
}

function PastContest({ userId, slot, now }: { userId: string; slot: Slot; now: Date }) {
  const { data: contests } = useQuery(contestsQuery('mentor'))
  const contest = contests?.find(({ slotId }) => slotId === slot._id)
  return <SlotContest of="mentor" userId={userId} slot={slot} contest={contest} now={now} />
}
