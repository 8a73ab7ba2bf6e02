import type { Core } from '../../platform/core.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import type { AgreedSessions } from '../slots/agreed-sessions.service.ts'
import { createTimeRequestAnswers } from './time-request-answers.service.ts'
import { createTimeRequestNotifications } from './time-request-notifications.service.ts'
import * as queries from './time-requests.queries.ts'
import { timeRequestRoutes } from './time-requests.routes.ts'
import { createTimeRequests } from './time-requests.service.ts'

type Needs = Core & {
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  blockedPeople: BlockedPeople
  enrollments: Enrollments
  sessionCredits: SessionCredits
  agreedSessions: AgreedSessions
}

/** Times that mentees ask mentors for. */
export function createTimeRequestsModule(needs: Needs) {
  const shared = { ...needs, timeRequestNotifications: createTimeRequestNotifications(needs) }
  const timeRequests = createTimeRequests(shared)
  const timeRequestAnswers = createTimeRequestAnswers(shared)
  return {
    service: { timeRequests },
    routes: timeRequestRoutes({ timeRequests, timeRequestAnswers }),
    jobs: { 'time-requests:sweep': () => timeRequestAnswers.sweep() },
    nextDue: timeRequestAnswers.nextDue,
    personalData: {
      erase: async (tx, person) => {
        await timeRequests.end(tx, person)
        await queries.deleteAllOf(tx, person.role === 'mentor' ? 'mentorId' : 'menteeId', person.id)
      },
    } satisfies PersonalData,
  }
}
