import type { Core } from '../../platform/core.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { createPlaceNotifications } from './place-notifications.service.ts'
import { createPlaceOffers } from './place-offers.service.ts'
import { createPlaces } from './places.service.ts'
import { waitlistRoutes } from './waitlist.routes.ts'
import { createWaitlist } from './waitlist.service.ts'

type Needs = Core & {
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  blockedPeople: BlockedPeople
  hasNoTimes(mentorId: string): Promise<boolean>
}

/** For how many mentees a mentor has places, and who waits for one. */
export function createPlacesModule(needs: Needs) {
  const placeNotifications = createPlaceNotifications(needs)
  const placeOffers = createPlaceOffers({ ...needs, placeNotifications })
  const waitlist = createWaitlist({ ...needs, placeOffers, placeNotifications })
  return {
    service: { places: createPlaces({ ...needs, placeOffers }), waitlist },
    routes: waitlistRoutes({ waitlist }),
    jobs: {
      'places:offer': placeOffers.offer,
      'places:sweep': () => placeOffers.sweep(),
    },
    nextDue: placeOffers.nextDue,
    personalData: { erase: (tx, person) => waitlist.end(tx, person) } satisfies PersonalData,
  }
}
