import { api } from '@marga/contract/api'
import type { AppServer } from './app-server.ts'
import { must } from './client.ts'

/** Every page of the product by who sees it; `:mentor` is the demo's mentor. */
const pages = {
  public: [
    '/',
    '/browse/mentor/search',
    '/browse/mentor/search?search=zzzz',
    '/browse/mentor/profile/:mentor',
    '/browse/favourites',
    '/auth/mentee/forgotpassword',
    '/auth/mentor/forgotpassword',
    '/auth/login?mentees',
    '/auth/login?modarators',
    '/auth/mentee-register',
    '/auth/mentor-register',
    '/auth/registrationsuccess',
    '/auth/application?token=unknown',
    '/auth/accept-invitation?token=unknown',
    '/appeal?token=unknown',
    '/about',
    '/code-of-conduct',
    '/faq',
    '/contact',
    '/testimonials',
    '/terms',
    '/privacy',
    '/refunds',
    '/grievance',
    '/cookies',
    '/nowhere-at-all',
  ],
  Mentees: [
    '/mentees',
    '/mentees/browse/mentor/react',
    '/mentees/subscribed-mentors',
    '/mentees/favourites',
    '/mentees/schedules',
    '/mentees/booked-slots',
    '/mentees/connect/inbox',
    '/mentees/payment/failed',
    '/mentees/browse/mentor/profile/:mentor',
    '/mentees/profile',
    '/mentees/settings',
    '/mentees/tickets',
    '/mentees/notifications',
    '/mentees/community/:mentor',
    '/mentees/trial/:mentor',
  ],
  Mentors: [
    '/mentors',
    '/mentors/scheduler',
    '/mentors/profile',
    '/mentors/subscribed-mentees',
    '/mentors/connect/inbox',
    '/mentors/community',
    '/mentors/settings',
    '/mentors/response-times',
    '/mentors/contests',
    '/mentors/tickets',
    '/mentors/notifications',
  ],
  Moderator: [
    '/moderator',
    '/moderator/cases',
    '/moderator/cases?status=decided',
    '/moderator/desk',
    '/moderator/mentor-applicants',
    '/moderator/mentees-list',
    '/moderator/mentors-list',
    '/moderator/tickets',
    '/moderator/moderators',
    '/moderator/audit-log',
    '/moderator/failed-refunds',
    '/moderator/settings',
  ],
} as const

export type Area = keyof typeof pages
export const areas = Object.keys(pages) as Area[]

export const demoEmail = {
  Mentees: 'mentee@demo.test',
  Mentors: 'mentor@demo.test',
  Moderator: 'moderator@demo.test',
}

export async function addressesOf(area: Area, { url }: AppServer): Promise<string[]> {
  const { mentorsSearchResult } = await must(url, api.search.mentors, {
    query: { search: 'Ananya Krishnan' },
  })
  return pages[area].map((address) => address.replace(':mentor', mentorsSearchResult[0]!._id))
}
