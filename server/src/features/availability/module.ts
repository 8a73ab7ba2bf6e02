import type { Slot } from '@marga/contract/slots'
import type { Core } from '../../platform/core.ts'
import type { Db } from '../../platform/db/database.ts'
import { createEncryption } from '../../platform/encryption.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { PublicFetch } from '../../platform/outbound/public-fetch.ts'
import { sweepEach } from '../../platform/sweep-each.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { Places } from '../places/places.service.ts'
import type { ResponseDeadlines } from '../response-times/response-deadlines.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import { availabilityRoutes } from './availability.routes.ts'
import { createAvailabilities } from './availability.service.ts'
import { busyFeedRoutes } from './busy-feeds.routes.ts'
import { createBusyFeeds } from './busy-feeds.service.ts'
import { createCalendarReader } from './calendar-reader.service.ts'
import { createFeedReadings } from './feed-readings.service.ts'
import { createFeedRequests } from './feed-requests.service.ts'
import { createLayoutRequests } from './layout-requests.service.ts'
import { availabilityPersonalData } from './personal-data.ts'
import { createVacationNotifications } from './vacation-notifications.service.ts'
import { vacationRoutes } from './vacations.routes.ts'
import { createVacations } from './vacations.service.ts'

type Needs = Core & {
  responseDeadlines: ResponseDeadlines
  places: Places
  searchIndex: SearchIndex
  enrollments: Enrollments
  notifications: Notifications
  recipients: MailRecipients
  mails: MailQueue
  publicFetch: PublicFetch
  findBookedAhead: (db: Db, mentorId: string, limit: number) => Promise<Slot[]>
}

/** When mentors can be had. */
export function createAvailabilityModule(needs: Needs) {
  const layoutRequests = createLayoutRequests(needs)
  const feedRequests = createFeedRequests(needs)
  const vacations = createVacations({ ...needs, layoutRequests })
  const availabilities = createAvailabilities({ ...needs, vacations, layoutRequests, feedRequests })
  const vacationNotifications = createVacationNotifications(needs)
  const reading = {
    ...{ vacations, layoutRequests, feedRequests, calendarReader: createCalendarReader(needs) },
    encryption: createEncryption(needs.secret, 'busy calendars'),
  }
  const busyFeeds = createBusyFeeds({ ...needs, ...reading })
  const feedReadings = createFeedReadings({ ...needs, ...reading })
  return {
    service: { availabilities, layoutRequests, feedRequests },
    routes: [
      ...vacationRoutes({ vacations }),
      ...availabilityRoutes({ availabilities }),
      ...busyFeedRoutes({ busyFeeds }),
    ],
    jobs: {
      'availability:sweep': () =>
        sweepEach(needs.log, [layoutRequests, vacationNotifications, feedReadings], (part) => part.sweep()),
      'availability:read-feed': ({ feedId }: { feedId: string }) => feedReadings.read(feedId),
    },
    /**
     * No calendar is among them: a demo that jumps over weeks would ask each a thousand times, and its last reading,
     * which is due when the clock stands again, is the one that counts.
     */
    nextDue: () => earliestOf([layoutRequests.nextDue(), vacationNotifications.nextDue()]),
    personalData: availabilityPersonalData,
  }
}

async function earliestOf(moments: readonly Promise<Date | null>[]): Promise<Date | null> {
  const times = (await Promise.all(moments)).flatMap((moment) => moment?.getTime() ?? [])
  return times.length > 0 ? new Date(Math.min(...times)) : null
}
