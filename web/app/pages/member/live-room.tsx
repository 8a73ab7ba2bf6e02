import type { MemberRole } from '@marga/contract/roles'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { useChatLive } from '../../features/chat/hooks/use-chat-live.ts'
import { LiveNotice } from '../../features/live/components/live-notice.tsx'
import { LiveSession } from '../../features/live/components/live-session.tsx'
import { hasJoined } from '../../features/live/joined.ts'
import { roomQuery } from '../../features/live/queries.ts'
import { useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useLeaveToAnotherAccount } from '../../lib/use-leave-to-another-account.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { lazyWithRetry } from '../../ui/lazy-with-prefetch.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Toaster } from '../../ui/toaster.tsx'

/** The picture comes first; the chat beside it while the room opens. */
const ThreadPanel = lazyWithRetry(
  async () => (await import('../../features/chat/components/thread-panel.tsx')).ThreadPanel,
)

type LiveRoomProps = {
  of: MemberRole
  /** Where the person came from. */
  back: { href: string; label: string }
  ticketsHref: (query: TicketQuery) => string
  conversationHref: (conversationId: string) => string
}

/** Whom a ticket is about, and which session; nothing where the room was never seen. */
type TicketQuery = { about?: string; kind?: 'slot'; id?: string; at?: string }

/** The room has the window to itself: no navigation beside it that would lead out of the call. */
export function LiveRoom(props: LiveRoomProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <PageTitle>Live session</PageTitle>
      <main id="content">
        <Room {...props} />
      </main>
      <Toaster isOnTop />
    </QueryClientProvider>
  )
}

function Room({ of: role, back, ticketsHref, conversationHref }: LiveRoomProps) {
  // The product's own name for it; it is the id of the slot.
  const { conversationId: slotId } = useParams()
  const { userId } = useLogin(role)
  // Also after the call, when whoever was thrown out of it may read why.
  useLeaveToAnotherAccount(userId)
  const owner = { role, userId }
  const room = useQuery({ ...roomQuery(owner, slotId ?? ''), enabled: false })
  // The call tells of messages of its own conversation, nobody does before and after it. They are read beside the room.
  useChatLive(owner, {
    findOpen: () => (hasJoined(slotId!) ? room.data?.room.conversationId : undefined),
    onOpen: (conversationId) => window.open(conversationHref(conversationId), '_blank', 'noopener'),
  })
  const seen = room.data?.room
  const reportHref = ticketsHref(
    seen ? { about: seen.peer._id, kind: 'slot', id: seen.slotId, at: seen.start } : {},
  )
  const exits = (
    <>
      <Link to={back.href} className={buttonStyle({ variant: 'secondary' })}>
        {back.label}
      </Link>
      <Link to={reportHref} className={buttonStyle({ variant: 'quiet' })}>
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
      chat={(conversationId) => (
        <Suspense fallback={<Spinner />}>
          <ThreadPanel owner={owner} conversationId={conversationId} />
        </Suspense>
      )}
      exits={exits}
      reportHref={reportHref}
      contactHref={paths.contact.getHref()}
    />
  )
}
