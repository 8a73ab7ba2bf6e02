import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { GraduationCap, House, Inbox, LifeBuoy, UserRoundCheck, Users } from 'lucide-react'
import { Outlet } from 'react-router'
import { AreaShell } from '../../components/area-shell.tsx'
import { ConnectionBadge } from '../../components/connection-badge.tsx'
import { Splash } from '../../components/splash.tsx'
import { signOut } from '../../features/accounts/sign-out.ts'
import { CasesBadge } from '../../features/cases/components/cases-badge.tsx'
import { caseKeys } from '../../features/cases/queries.ts'
import { invalidateCases } from '../../features/cases/realtime.ts'
import { moderationKeys } from '../../features/moderation/queries.ts'
import { NotificationBell } from '../../features/notifications/components/notification-bell.tsx'
import { useNotificationsLive } from '../../features/notifications/hooks/use-notifications-live.ts'
import { ticketKeys } from '../../features/tickets/queries.ts'
import type { StoredLogin } from '../../lib/auth-storage.ts'
import { requireRole, useAreaLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useCatchUp, useConnectionState, useServerEvent } from '../../lib/use-connection.ts'
import { useLeaveWhenSignedOut } from '../../lib/use-leave-when-signed-out.ts'
import { useTwoStepRequired } from '../../lib/use-two-step-required.ts'
import { Toaster } from '../../ui/toaster.tsx'

export const clientMiddleware = [requireRole('moderator')]

const { home, cases, desk, tickets, menteesList, mentorsList, mentorApplicants, settings } = paths.moderator
const { moderators, auditLog, failedRefunds } = paths.moderator

const links = [
  { href: home.getHref(), label: 'Home', icon: House, isExact: true },
  { href: cases.getHref(), label: 'Cases', icon: Inbox, badge: <CasesBadge /> },
  { href: tickets.getHref(), label: 'Tickets', icon: LifeBuoy },
  { href: menteesList.getHref(), label: 'Mentees List', icon: Users },
  { href: mentorsList.getHref(), label: 'Mentors List', icon: GraduationCap },
  { href: mentorApplicants.getHref(), label: 'Mentor Applicants', icon: UserRoundCheck },
]

export default function ModeratorLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <ModeratorArea />
      <Toaster />
    </QueryClientProvider>
  )
}

function ModeratorArea() {
  const login = useAreaLogin('moderator')
  return login ? <SignedIn login={login} /> : <Splash />
}

function SignedIn({ login }: { login: StoredLogin }) {
  const { config } = useInstallation()
  const isConnected = useConnectionState('moderator') === 'connected'
  const isTwoStepRequired = useTwoStepRequired(settings.getHref())
  useNotificationsLive('moderator')
  useCasesLive()
  useLeaveWhenSignedOut('moderator')
  return (
    <AreaShell
      productName={config.productName}
      homeHref={home.getHref()}
      person={login}
      links={links}
      menuLinks={[
        { href: desk.getHref(), label: 'Figures' },
        { href: moderators.getHref(), label: 'Moderators' },
        { href: auditLog.getHref(), label: 'What moderators did' },
        { href: failedRefunds.getHref(), label: 'Returned refunds' },
        { href: settings.getHref(), label: 'Settings' },
      ]}
      onSignOut={() => signOut('moderator')}
      bell={
        <NotificationBell
          owner={{ role: 'moderator', userId: login.userId }}
          conversationHref={() => home.getHref()}
        />
      }
      // Before two-step sign-in is set up nothing is told of anything.
      notice={isTwoStepRequired && !isConnected ? null : <ConnectionBadge isConnected={isConnected} />}
    >
      <Outlet />
    </AreaShell>
  )
}

/** What another tab or another moderator has claimed or decided is seen here at once. */
function useCasesLive(): void {
  const client = useQueryClient()
  const isOld = () => {
    void client.invalidateQueries({ queryKey: ticketKeys.all })
    void client.invalidateQueries({ queryKey: moderationKeys.all })
  }
  useServerEvent('moderator', 'cases', (event) => {
    if (invalidateCases(client, event)) isOld()
  })
  useCatchUp('moderator', () => {
    void client.invalidateQueries({ queryKey: caseKeys.all })
    isOld()
  })
}
