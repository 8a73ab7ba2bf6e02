import { QueryClientProvider } from '@tanstack/react-query'
import { CalendarDays, House, MessagesSquare, Search } from 'lucide-react'
import { Outlet } from 'react-router'
import { AreaShell } from '../../components/area-shell.tsx'
import { ConnectionBadge } from '../../components/connection-badge.tsx'
import { Splash } from '../../components/splash.tsx'
import { signOut } from '../../features/accounts/sign-out.ts'
import { onlyFor, useLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useConnectionState } from '../../lib/use-connection.ts'
import { useLeaveWhenSignedOut } from '../../lib/use-leave-when-signed-out.ts'
import { Toaster } from '../../ui/toaster.tsx'

export const clientMiddleware = [onlyFor('mentee')]
/** Makes the guard run when the area is opened by its address, too. */
export const clientLoader = () => null
export const HydrateFallback = Splash

const { home, browse, schedules, inbox, profile, bookedSlots, subscribedMentors, tickets } = paths.mentees

const links = [
  { href: home.getHref(), label: 'Home', icon: House, isExact: true },
  { href: browse.getHref(), label: 'Browse Mentors', icon: Search },
  { href: schedules.getHref(), label: 'Schedules', icon: CalendarDays },
  { href: inbox.getHref(), label: 'Connect', icon: MessagesSquare },
]
const menuLinks = [
  { href: profile.getHref(), label: 'Your Profile' },
  { href: bookedSlots.getHref(), label: 'Booked slots' },
  { href: subscribedMentors.getHref(), label: 'Subscribed mentors' },
  { href: tickets.getHref(), label: 'Tickets' },
]

export default function MenteeLayout() {
  const login = useLogin('mentee')
  const { config } = useInstallation()
  const isConnected = useConnectionState('mentee') === 'connected'
  useLeaveWhenSignedOut('mentee')
  return (
    <QueryClientProvider client={queryClient}>
      <AreaShell
        productName={config.productName}
        homeHref={home.getHref()}
        person={login}
        links={links}
        menuLinks={menuLinks}
        onSignOut={() => signOut('mentee')}
        notice={<ConnectionBadge isConnected={isConnected} />}
      >
        <Outlet />
      </AreaShell>
      <Toaster />
    </QueryClientProvider>
  )
}
