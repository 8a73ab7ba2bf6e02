import { QueryClientProvider } from '@tanstack/react-query'
import { CalendarDays, House, MessagesSquare, Search } from 'lucide-react'
import { Outlet, useMatch, useNavigate } from 'react-router'
import { AreaShell } from '../../components/area-shell.tsx'
import { ConnectionBadge } from '../../components/connection-badge.tsx'
import { Splash } from '../../components/splash.tsx'
import { signOut } from '../../features/accounts/sign-out.ts'
import { useChatLive } from '../../features/chat/hooks/use-chat-live.ts'
import { useUnread } from '../../features/chat/hooks/use-unread.ts'
import { useEnrollmentsLive } from '../../features/enrollments/hooks/use-enrollments-live.ts'
import { NotificationBell } from '../../features/notifications/components/notification-bell.tsx'
import { useNotificationsLive } from '../../features/notifications/hooks/use-notifications-live.ts'
import { useSlotsLive } from '../../features/slots/hooks/use-slots-live.ts'
import { onlyFor, useLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useConnectionState } from '../../lib/use-connection.ts'
import { useLeaveWhenSignedOut } from '../../lib/use-leave-when-signed-out.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { Toaster } from '../../ui/toaster.tsx'

export const clientMiddleware = [onlyFor('mentee')]
/** Makes the guard run when the area is opened by its address, too. */
export const clientLoader = () => null
export const HydrateFallback = Splash

const { home, browse, schedules, inbox, bookedSlots, subscribedMentors } = paths.mentees
const { profile, notifications, settings, tickets } = paths.mentees

const links = [
  { href: home.getHref(), label: 'Home', icon: House, isExact: true },
  { href: browse.getHref(), label: 'Browse Mentors', icon: Search },
  { href: schedules.getHref(), label: 'Schedules', icon: CalendarDays },
]
const menuLinks = [
  { href: profile.getHref(), label: 'Your Profile' },
  { href: bookedSlots.getHref(), label: 'Booked slots' },
  { href: subscribedMentors.getHref(), label: 'Subscribed mentors' },
  { href: tickets.getHref(), label: 'Tickets' },
  { href: notifications.getHref(), label: 'Notifications' },
  { href: settings.getHref(), label: 'Settings' },
]
const conversationHref = (conversationId: string) => inbox.getHref({ conversationId })

export default function MenteeLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <MenteeArea />
      <Toaster isOnTop />
    </QueryClientProvider>
  )
}

function MenteeArea() {
  const login = useLogin('mentee')
  const { userId } = login
  const { config } = useInstallation()
  const navigate = useNavigate()
  const openConversationId = useMatch(inbox.pattern)?.params.conversationId
  const unread = useUnread({ role: 'mentee', userId })
  const isConnected = useConnectionState('mentee') === 'connected'
  useChatLive(
    { role: 'mentee', userId },
    { openConversationId, onOpen: (id) => void navigate(conversationHref(id)) },
  )
  useNotificationsLive('mentee')
  useSlotsLive()
  useEnrollmentsLive()
  useLeaveWhenSignedOut('mentee')
  const connect = {
    href: inbox.getHref(),
    label: 'Connect',
    icon: MessagesSquare,
    badge: <CountBadge count={unread} label="unread conversations" />,
  }
  return (
    <AreaShell
      productName={config.productName}
      homeHref={home.getHref()}
      person={login}
      links={[...links, connect]}
      menuLinks={menuLinks}
      onSignOut={() => signOut('mentee')}
      bell={
        <NotificationBell
          owner={{ role: 'mentee', userId }}
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
