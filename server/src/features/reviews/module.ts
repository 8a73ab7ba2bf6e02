import type { Core } from '../../platform/core.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import { deleteReviewsBy } from './reviews.queries.ts'
import { reviewRoutes } from './reviews.routes.ts'
import { createReviews } from './reviews.service.ts'

type Needs = Core & {
  searchIndex: SearchIndex
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  blockedPeople: BlockedPeople
}

/** What mentees say of their mentors, and what those reply. */
export function createReviewsModule(needs: Needs) {
  const reviews = createReviews(needs)
  return {
    service: { reviews },
    routes: reviewRoutes({ reviews }),
    personalData: {
      erase: async (tx, { id, role }) => {
        if (role !== 'mentee') return
        // What is searched by ratings knows them, too.
        for (const mentorId of await deleteReviewsBy(tx, id)) await needs.searchIndex.refresh(tx, mentorId)
      },
    } satisfies PersonalData,
  }
}
