import type { MemberRole } from '@marga/contract/roles'
import { QueryClientProvider } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { Outlet, useMatch, useNavigate } from 'react-router'
import { type AreaLink, AreaShell, type MenuLinkOf } from '../../components/area-shell.tsx'
import { ConnectionBadge } from '../../components/connection-badge.tsx'
import { Splash } from '../../components/splash.tsx'
import { signOut } from '../../features/accounts/sign-out.ts'
import { useChatLive } from '../../features/chat/hooks/use-chat-live.ts'
import { useUnread } from '../../features/chat/hooks/use-unread.ts'
import { CommunityBadge } from '../../features/community/components/community-badge.tsx'
import { useCommunityUnreadLive } from '../../features/community/unread-queries.ts'
import { NotificationBell } from '../../features/notifications/components/notification-bell.tsx'
import { useNotificationsLive } from '../../features/notifications/hooks/use-notifications-live.ts'
import type { StoredLogin } from '../../lib/auth-storage.ts'
import { useAreaLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { UnreadCountContext } from '../../lib/unread-count.ts'
import { useConnectionState } from '../../lib/use-connection.ts'
import { useLeaveWhenSignedOut } from '../../lib/use-leave-when-signed-out.ts'
import { useNoticedQueries } from '../../lib/use-noticed-queries.ts'
import { CountBadge } from '../../ui/count-badge.tsx'
import { Toaster } from '../../ui/toaster.tsx'
import { useBackgroundWork } from './use-background-work.ts'

const areas = { mentee: paths.mentees, mentor: paths.mentors } as const

type MemberAreaProps = {
  of: MemberRole
  links: readonly AreaLink[]
  /** After Connect. */
  lastLinks?: readonly AreaLink[]
  menuLinks: readonly MenuLinkOf[]
  /** The inbox in the bar, as the product writes its address. */
  inboxHref: string
  /** Keeps what only this area shows current. */
  useLive: () => void
  /** What this area has to say on every page, such as a payment that is due. */
  renderNotice?: (userId: string) => ReactNode
  /** The mentee's toasts stand at the top, clear of what is pressed at the bottom. */
  hasToastsOnTop?: boolean
}

/** What the areas of mentees and mentors share: bar, bell, badges, the live connection and its toasts. */
export function MemberArea(props: MemberAreaProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <GuardedArea {...props} />
      <Toaster isOnTop={props.hasToastsOnTop} />
    </QueryClientProvider>
  )
}

function GuardedArea(props: MemberAreaProps) {
  const login = useAreaLogin(props.of)
  return login ? <Area {...props} login={login} /> : <Splash />
}

function Area({ login, ...props }: MemberAreaProps & { login: StoredLogin }) {
  const { of: role, links, lastLinks = [], menuLinks, inboxHref, useLive, renderNotice } = props
  const owner = { role, userId: login.userId }
  const { home, inbox, notifications } = areas[role]
  const conversationHref = (conversationId: string) => inbox.getHref({ conversationId })
  const { config } = useInstallation()
  const navigate = useNavigate()
  const openConversationId = useMatch(inbox.pattern)?.params.conversationId
  const unread = useUnread(owner)
  const isConnected = useConnectionState(role) === 'connected'
  useChatLive(owner, {
    findOpen: () => openConversationId,
    onOpen: (id) => void navigate(conversationHref(id)),
  })
  useCommunityUnreadLive(owner)
  useNotificationsLive(role)
  useNoticedQueries(role)
  useLive()
  useLeaveWhenSignedOut(role)
  useBackgroundWork(owner, config.pushKey)
  const connect = {
    href: inboxHref,
    label: 'Connect',
    icon: MessagesSquare,
    badge: <CountBadge count={unread} noun="unread conversation" />,
  }
  return (
    <AreaShell
      productName={config.productName}
      homeHref={home.getHref()}
      person={login}
      links={[...links, connect, ...lastLinks]}
      menuLinks={menuLinks}
      menuBadge={<CommunityBadge of={role} />}
      onSignOut={() => signOut(role)}
      bell={
        <NotificationBell
          owner={owner}
          conversationHref={conversationHref}
          allHref={notifications.getHref()}
        />
      }
      notice={
        <>
          <ConnectionBadge isConnected={isConnected} />
          {renderNotice?.(login.userId)}
        </>
      }
    >
      <UnreadCountContext value={unread}>
        <Outlet />
      </UnreadCountContext>
    </AreaShell>
  )
}
