import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { Splash } from '../../components/splash.tsx'
import { SideThread } from '../../features/chat/components/side-thread.tsx'
import { useChatLive } from '../../features/chat/hooks/use-chat-live.ts'
import { LiveNotice } from '../../features/live/components/live-notice.tsx'
import { LiveSession } from '../../features/live/components/live-session.tsx'
import { roomQuery } from '../../features/live/queries.ts'
import { onlyFor, useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useLeaveWhenSignedOut } from '../../lib/use-leave-when-signed-out.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { Toaster } from '../../ui/toaster.tsx'

export const clientMiddleware = [onlyFor('mentee')]
/** Makes the guard run when the room is opened by its address, too. */
export const clientLoader = () => null
export const HydrateFallback = Splash

const { bookedSlots, inbox, tickets } = paths.mentees

/** The room has the window to itself: no navigation beside it that would lead out of the call. */
export default function MenteeLivePage() {
  return (
    <QueryClientProvider client={queryClient}>
      <title>Live session</title>
      <main id="content">
        <Room />
      </main>
      <Toaster isOnTop />
    </QueryClientProvider>
  )
}

function Room() {
  // The product's own name for it; it is the id of the slot.
  const { conversationId: slotId } = useParams()
  const { userId } = useLogin('mentee')
  const owner = { role: 'mentee', userId } as const
  useLeaveWhenSignedOut('mentee')
  const room = useQuery({ ...roomQuery(owner, slotId ?? ''), enabled: false })
  // The call tells of messages of its own conversation; others are read beside it, not instead of it.
  useChatLive(owner, {
    openConversationId: room.data?.room.conversationId,
    onOpen: (conversationId) => window.open(inbox.getHref({ conversationId }), '_blank', 'noopener'),
  })
  const exits = (
    <>
      <Link to={bookedSlots.getHref()} className={buttonStyle({ variant: 'secondary' })}>
        Booked slots
      </Link>
      <Link to={tickets.getHref()} className={buttonStyle({ variant: 'quiet' })}>
        Raise a ticket
      </Link>
    </>
  )
  if (!slotId) {
    return (
      <LiveNotice title="Which session?" action={exits}>
        Open a session from its link: it appears ten minutes before the start.
      </LiveNotice>
    )
  }
  return (
    <LiveSession
      key={slotId}
      owner={owner}
      slotId={slotId}
      chat={(conversationId) => <SideThread owner={owner} conversationId={conversationId} />}
      exits={exits}
    />
  )
}
