import { QueryClientProvider } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { Splash } from '../../components/splash.tsx'
import { SideThread } from '../../features/chat/components/side-thread.tsx'
import { useChatLive } from '../../features/chat/hooks/use-chat-live.ts'
import { LiveNotice } from '../../features/live/components/live-notice.tsx'
import { LiveSession } from '../../features/live/components/live-session.tsx'
import { onlyFor, useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useLeaveWhenSignedOut } from '../../lib/use-leave-when-signed-out.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { Toaster } from '../../ui/toaster.tsx'

export const clientMiddleware = [onlyFor('mentor')]
/** Makes the guard run when the room is opened by its address, too. */
export const clientLoader = () => null
export const HydrateFallback = Splash

const { home, inbox, tickets } = paths.mentors

/** The room has the window to itself: no navigation beside it that would lead out of the call. */
export default function MentorLivePage() {
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
  const { userId } = useLogin('mentor')
  const navigate = useNavigate()
  const owner = { role: 'mentor', userId } as const
  useLeaveWhenSignedOut('mentor')
  useChatLive(owner, {
    openConversationId: undefined,
    onOpen: (conversationId) => void navigate(inbox.getHref({ conversationId })),
  })
  const exits = (
    <>
      <Link to={home.getHref()} className={buttonStyle({ variant: 'secondary' })}>
        Home
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
