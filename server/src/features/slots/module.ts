import { createAttemptLimiter } from '../../platform/attempt-limiter.ts'
import type { Core } from '../../platform/core.ts'
import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { deleteOwnRows, type PersonalData } from '../../platform/personal-data.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Availabilities } from '../availability/availability.service.ts'
import type { LayoutRequests } from '../availability/layout-requests.service.ts'
import type { CommunityMembers } from '../chat/community-members.service.ts'
import type { Conversations } from '../chat/conversations.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { PushNotifications } from '../notifications/push-notifications.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import { createAgreedSessions } from './agreed-sessions.service.ts'
import { createBookedSlots } from './booked-slots.service.ts'
import { createBookingNotifications } from './booking-notifications.service.ts'
import { createBookings } from './bookings.service.ts'
import { createIntroBookings } from './intro-bookings.service.ts'
import { createMoveNotifications } from './move-notifications.service.ts'
import { createMoveProposals } from './move-proposals.service.ts'
import { createMoves } from './moves.service.ts'
import { createReleaseNotifications } from './release-notifications.service.ts'
import { deleteNewsOf } from './schedule-news.queries.ts'
import { createScheduleNews } from './schedule-news.service.ts'
import { createSlotEvents } from './slot-events.service.ts'
import { createSlotLayout } from './slot-layout.service.ts'
import { createSlotMails } from './slot-mails.service.ts'
import { createSlotRelease } from './slot-release.service.ts'
import { createSlotReminders } from './slot-reminders.service.ts'
import { createSlotSeries } from './slot-series.service.ts'
import { slotRoutes } from './slots.routes.ts'
import { createSlots } from './slots.service.ts'

type Needs = Core & {
  rateLimitFactor: number
  realtime: Realtime
  mails: MailQueue
  organizerEmail: () => string
  recipients: MailRecipients
  blockedPeople: BlockedPeople
  availabilities: Availabilities
  layoutRequests: LayoutRequests
  communityMembers: Pick<CommunityMembers, 'tell'>
  conversations: Conversations
  enrollments: Enrollments
  sessionCredits: SessionCredits
  notifications: Notifications
  pushNotifications: PushNotifications
  searchIndex: SearchIndex
}

/** Times that mentors publish, and the sessions that mentees book in them. */
export function createSlotsModule(needs: Needs) {
  const scheduleNews = createScheduleNews(needs)
  const slotEvents = createSlotEvents({ ...needs, scheduleNews })
  const slotMails = createSlotMails(needs)
  const bookingNotifications = createBookingNotifications({ ...needs, slotMails, slotEvents })
  const shared = { ...needs, slotEvents, slotMails, bookingNotifications }
  const moving = { ...shared, moveNotifications: createMoveNotifications({ ...needs, slotMails }) }
  const slots = createSlots(shared)
  const releaseNotifications = createReleaseNotifications(needs)
  const slotRelease = createSlotRelease({ ...shared, releaseNotifications })
  const slotReminders = createSlotReminders(shared)
  const slotLayout = createSlotLayout(shared)
  return {
    service: { slots, slotRelease, agreedSessions: createAgreedSessions(shared) },
    routes: slotRoutes({
      slots,
      series: createSlotSeries(shared),
      bookings: createBookings(shared),
      bookedSlots: createBookedSlots(shared),
      introBookings: createIntroBookings({
        ...shared,
        // By the product's clock, as all that is booked.
        attempts: createAttemptLimiter({ ...needs, factor: needs.rateLimitFactor }),
      }),
      moves: createMoves(moving),
      moveProposals: createMoveProposals(moving),
    }),
    jobs: {
      'slots:remind': () => slotReminders.remindDue(),
      'slots:tell-schedule': ({ mentorId }) => scheduleNews.tellWaiting(mentorId),
      'availability:lay-out': ({ mentorId }) => slotLayout.refresh(mentorId),
    } satisfies Partial<JobHandlers>,
    nextDue: slotReminders.nextDue,
    personalData: {
      erase: async (tx, { id, role }) => {
        if (role === 'mentor') await slotRelease.closeMentor(tx, id, 'mentor_left')
        else await slotRelease.releaseMentee(tx, id, 'mentee_left')
        await deleteNewsOf(tx, id)
        await deleteOwnRows(tx, id, ['reminder'])
      },
    } satisfies PersonalData,
  }
}
