import { CalendarDays, House, Search } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { CommunityBadge } from '../../features/community/components/community-badge.tsx'
import { useEnrollmentsLive } from '../../features/enrollments/hooks/use-enrollments-live.ts'
import { requireRole } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { useMenteeSlotEvents } from '../../lib/slots/use-slot-events.ts'
import { MemberArea } from '../member/member-area.tsx'

// Seldom needed; it asks for what it shows when the page is there.
const PaymentDueBanner = lazy(async () => ({
  default: (await import('../../features/enrollments/components/payment-due-banner.tsx')).PaymentDueBanner,
}))

export const clientMiddleware = [requireRole('mentee')]

const { home, browse, schedules, inbox, bookedSlots, subscribedMentors } = paths.mentees
const { favourites, profile, notifications, settings, tickets } = paths.mentees

const links = [
  { href: home.getHref(), label: 'Home', icon: House, isExact: true },
  { href: browse.getHref(), label: 'Browse Mentors', icon: Search },
  { href: schedules.getHref(), label: 'Schedules', icon: CalendarDays },
]
const menuLinks = [
  { href: profile.getHref(), label: 'Your Profile' },
  { href: bookedSlots.getHref(), label: 'Booked slots' },
  {
    href: subscribedMentors.getHref(),
    label: 'Subscribed mentors',
    badge: <CommunityBadge of="mentee" />,
  },
  { href: favourites.getHref(), label: 'Favourites' },
  { href: tickets.getHref(), label: 'Tickets' },
  { href: notifications.getHref(), label: 'Notifications' },
  { href: settings.getHref(), label: 'Settings' },
]

function useLive() {
  useMenteeSlotEvents()
  useEnrollmentsLive()
}

export default function MenteeLayout() {
  return (
    <MemberArea
      of="mentee"
      links={links}
      menuLinks={menuLinks}
      inboxHref={inbox.getHref()}
      useLive={useLive}
      renderNotice={(userId) => (
        <Suspense>
          <PaymentDueBanner userId={userId} manageHref={subscribedMentors.getHref()} />
        </Suspense>
      )}
      hasToastsOnTop
    />
  )
}
