import { accountSettings } from './account-settings.ts'
import { accounts } from './accounts.ts'
import { appeals } from './appeals.ts'
import { availabilityCalls } from './availability.ts'
import { cases } from './cases.ts'
import { chat } from './chat.ts'
import { community } from './community.ts'
import { contact } from './contact.ts'
import { disputes } from './disputes.ts'
import type { EndpointSpec } from './endpoint.ts'
import { enrollments } from './enrollments.ts'
import { favourites } from './favourites.ts'
import { uploadImage } from './images.ts'
import { installation } from './installation.ts'
import { live } from './live.ts'
import { mentors } from './mentors.ts'
import { moderation } from './moderation.ts'
import { moderators } from './moderators.ts'
import { moves } from './moves.ts'
import { notifications } from './notifications.ts'
import { responseTimes } from './response-times.ts'
import { reviews } from './reviews.ts'
import { savedReplies } from './saved-replies.ts'
import { search } from './search.ts'
import { sessionCredits } from './session-credits.ts'
import { sitePages } from './site-pages.ts'
import { slots } from './slots.ts'
import { stats } from './stats.ts'
import { tickets } from './tickets.ts'
import { timeRequests } from './time-requests.ts'
import { waitlist } from './waitlist.ts'

/** Every call of the wire. A new one is bound, described and tested from here. */
export const api = {
  accountSettings,
  accounts,
  appeals,
  availability: availabilityCalls,
  cases,
  chat,
  community,
  contact,
  disputes,
  enrollments,
  favourites,
  images: { upload: uploadImage },
  installation,
  live,
  mentors,
  moderation,
  moderators,
  moves,
  notifications,
  responseTimes,
  reviews,
  savedReplies,
  search,
  sessionCredits,
  sitePages,
  slots,
  stats,
  tickets,
  timeRequests,
  waitlist,
}

/** The table flattened: `['slots.book', endpoint]`. */
export function allEndpoints(): [name: string, endpoint: EndpointSpec][] {
  const found: [string, EndpointSpec][] = []
  const walk = (node: object, path: string) => {
    for (const [key, value] of Object.entries(node)) {
      const name = path ? `${path}.${key}` : key
      if ('method' in value && 'path' in value) found.push([name, value as EndpointSpec])
      else walk(value, name)
    }
  }
  walk(api, '')
  return found
}
