import type { Tx } from '../../platform/db/database.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { SlotAnnouncements } from './slot-announcements.service.ts'
import type { Meeting, SlotMails } from './slot-mails.service.ts'
import type { SlotRow } from './slots.queries.ts'

type Deps = { notifications: Notifications; slotMails: SlotMails; announcements: SlotAnnouncements }

/** Tells the mentors of what was booked, mails both people of each, and refreshes the calendars. */
export function createBookingNotices({ notifications, slotMails, announcements }: Deps) {
  return async (tx: Tx, booked: readonly SlotRow[], content: (firstName: string) => string) => {
    await notifications.notifyAll(
      tx,
      booked.map(({ mentorId, menteeFirstName }) => ({
        accountId: mentorId,
        type: 'alert',
        content: content(menteeFirstName ?? ''),
        link: '/mentors/scheduler',
      })),
    )
    await slotMails.booked(tx, booked as readonly Meeting[])
    await announcements.status(tx, booked, 'booked')
  }
}
export type BookingNotices = ReturnType<typeof createBookingNotices>
