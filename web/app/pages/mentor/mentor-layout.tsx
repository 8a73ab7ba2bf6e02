import { CalendarDays, House, LifeBuoy } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { CommunityBadge } from '../../features/community/components/community-badge.tsx'
import { requireRole } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { useMentorSlotEvents } from '../../lib/slots/use-slot-events.ts'
import { MemberArea } from '../member/member-area.tsx'

export const clientMiddleware = [requireRole('mentor')]

const { home, scheduler, inbox, profile, subscribedMentees } = paths.mentors
const { community, contests, notifications, responseTimes, settings, tickets } = paths.mentors

const WaitingDisputesBadge = lazy(async () => ({
  default: (await import('../../features/disputes/components/waiting-disputes.tsx')).WaitingDisputesBadge,
}))
const WaitingBadge = () => (
  <Suspense>
    <WaitingDisputesBadge />
  </Suspense>
)

const links = [
  { href: home.getHref(), label: 'Home', icon: House, isExact: true },
  { href: scheduler.getHref(), label: 'Scheduler', icon: CalendarDays },
]
const menuLinks = [
  { href: profile.getHref(), label: 'Profile' },
  { href: subscribedMentees.getHref(), label: 'Subscribed mentees' },
  { href: community.getHref(), label: 'Community', badge: <CommunityBadge of="mentor" /> },
  { href: responseTimes.getHref(), label: 'Response times' },
  { href: contests.getHref(), label: 'Contests and refunds', badge: <WaitingBadge /> },
  { href: tickets.getHref(), label: 'Tickets' },
  { href: notifications.getHref(), label: 'Notifications' },
  { href: settings.getHref(), label: 'Settings' },
]
const lastLinks = [{ href: tickets.getHref(), label: 'Tickets', icon: LifeBuoy }]

function useLive() {
  useMentorSlotEvents()
}

export default function MentorLayout() {
  return (
    <MemberArea
      of="mentor"
      links={links}
      lastLinks={lastLinks}
      menuLinks={menuLinks}
      // The product's own address of the inbox ends in a slash.
      inboxHref={`${inbox.getHref()}/`}
      useLive={useLive}
    />
  )
}
