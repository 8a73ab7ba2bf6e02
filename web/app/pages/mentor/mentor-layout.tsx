import { QueryClientProvider } from '@tanstack/react-query'
import { CalendarDays, LayoutDashboard, LifeBuoy, MessagesSquare } from 'lucide-react'
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

export const clientMiddleware = [onlyFor('mentor')]
/** Makes the guard run when the area is opened by its address, too. */
export const clientLoader = () => null
export const HydrateFallback = Splash

const { home, scheduler, inbox, tickets, profile, subscribedMentees } = paths.mentors

const links = [
  { href: home.getHref(), label: 'Dashboard', icon: LayoutDashboard, isExact: true },
  { href: scheduler.getHref(), label: 'Scheduler', icon: CalendarDays },
  { href: inbox.getHref(), label: 'Connect', icon: MessagesSquare },
  { href: tickets.getHref(), label: 'Tickets', icon: LifeBuoy },
]
const menuLinks = [
  { href: profile.getHref(), label: 'Your Profile' },
  { href: subscribedMentees.getHref(), label: 'Subscribed mentees' },
  { href: tickets.getHref(), label: 'Tickets' },
]

export default function MentorLayout() {
  const login = useLogin('mentor')
  const { config } = useInstallation()
  const isConnected = useConnectionState('mentor') === 'connected'
  useLeaveWhenSignedOut('mentor')
  return (
    <QueryClientProvider client={queryClient}>
      <AreaShell
        productName={config.productName}
        homeHref={home.getHref()}
        person={login}
        links={links}
        menuLinks={menuLinks}
        onSignOut={() => signOut('mentor')}
        notice={<ConnectionBadge isConnected={isConnected} />}
      >
        <Outlet />
      </AreaShell>
      <Toaster />
    </QueryClientProvider>
  )
}
