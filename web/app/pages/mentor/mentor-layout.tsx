import { QueryClientProvider } from '@tanstack/react-query'
import { CalendarDays, House, LifeBuoy, MessagesSquare } from 'lucide-react'
import { Outlet, useMatch, useNavigate } from 'react-router'
import { AreaShell } from '../../components/area-shell.tsx'
import { ConnectionBadge } from '../../components/connection-badge.tsx'
import { Splash } from '../../components/splash.tsx'
import { signOut } from '../../features/accounts/sign-out.ts'
import { useChatLive } from '../../features/chat/hooks/use-chat-live.ts'
import { useUnread } from '../../features/chat/hooks/use-unread.ts'
import { useDashboardLive } from '../../features/dashboard/hooks/use-dashboard-live.ts'
import { NotificationBell } from '../../features/notifications/components/notification-bell.tsx'
import { useNotificationsLive } from '../../features/notifications/hooks/use-notifications-live.ts'
import { useSchedulerLive } from '../../features/scheduler/hooks/use-scheduler-live.ts'
import { onlyFor, useLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useConnectionState } from '../../lib/use-connection.ts'
import { useLeaveWhenSignedOut } from '../../lib/use-leave-when-signed-out.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { Toaster } from '../../ui/toaster.tsx'

export const clientMiddleware = [onlyFor('mentor')]
/** Makes the guard run when the area is opened by its address, too. */
export const clientLoader = () => null
export const HydrateFallback = Splash

const { home, scheduler, inbox, profile, subscribedMentees } = paths.mentors
const { community, notifications, settings, tickets } = paths.mentors

const links = [
  { href: home.getHref(), label: 'Home', icon: House, isExact: true },
  { href: scheduler.getHref(), label: 'Scheduler', icon: CalendarDays },
]
const menuLinks = [
  { href: profile.getHref(), label: 'Profile' },
  { href: subscribedMentees.getHref(), label: 'Subscribed mentees' },
  { href: community.getHref(), label: 'Community' },
  { href: tickets.getHref(), label: 'Tickets' },
  { href: notifications.getHref(), label: 'Notifications' },
  { href: settings.getHref(), label: 'Settings' },
]
const ticketsLink = { href: tickets.getHref(), label: 'Tickets', icon: LifeBuoy }
const conversationHref = (conversationId: string) => inbox.getHref({ conversationId })

export default function MentorLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <MentorArea />
      <Toaster />
    </QueryClientProvider>
  )
}

function MentorArea() {
  const login = useLogin('mentor')
  const { userId } = login
  const { config } = useInstallation()
  const navigate = useNavigate()
  const openConversationId = useMatch(inbox.pattern)?.params.conversationId
  const unread = useUnread({ role: 'mentor', userId })
  const isConnected = useConnectionState('mentor') === 'connected'
  useChatLive(
    { role: 'mentor', userId },
    { openConversationId, onOpen: (id) => void navigate(conversationHref(id)) },
  )
  useNotificationsLive('mentor')
  useSchedulerLive()
  useDashboardLive()
  useLeaveWhenSignedOut('mentor')
  const connect = {
    // The product's own address of the inbox ends in a slash.
    href: `${inbox.getHref()}/`,
    label: 'Connect',
    icon: MessagesSquare,
    badge: <CountBadge count={unread} label="unread conversations" />,
  }
  return (
    <AreaShell
      productName={config.productName}
      homeHref={home.getHref()}
      person={login}
      links={[...links, connect, ticketsLink]}
      menuLinks={menuLinks}
      onSignOut={() => signOut('mentor')}
      bell={
        <NotificationBell
          owner={{ role: 'mentor', userId }}
          conversationHref={conversationHref}
          allHref={notifications.getHref()}
        />
      }
      notice={<ConnectionBadge isConnected={isConnected} />}
    >
      <Outlet />
    </AreaShell>
  )
}
