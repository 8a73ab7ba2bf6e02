import { formatShortMoment } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { SlotEvents } from './slot-events.service.ts'
import type { Meeting, SlotMails } from './slot-mails.service.ts'
import { bookedByOther, bookedByYou, cancelledByOther, cancelledByYou } from './slot-texts.rules.ts'
import * as queries from './slots.queries.ts'

type Deps = { notifications: Notifications; slotMails: SlotMails; slotEvents: SlotEvents }

const alert = 'alert' as const

/** What the two people of a session are told of what the mentee did: the mentor that it happened, the mentee to look it up. */
export function createBookingNotifications({ notifications, slotMails, slotEvents }: Deps) {
  async function tell(
    tx: Tx,
    slot: queries.SlotRow,
    of: { mentor: typeof bookedByOther; mentee: typeof bookedByYou },
  ) {
    const zones = await queries.timeZonesOf(tx, [slot.mentorId, slot.menteeId!])
    const entry = (readerId: string, other: { id: string; firstName: string }) => ({
      when: formatShortMoment(slot.startsAt, zones.get(readerId) ?? null),
      other,
      isIntro: slot.type === 'intro',
    })
    const mentee = { id: slot.menteeId!, firstName: slot.menteeFirstName ?? '' }
    const mentor = { id: slot.mentorId, firstName: slot.mentorFirstName }
    await notifications.notifyAll(tx, [
      {
        accountId: mentor.id,
        type: alert,
        ...of.mentor(entry(mentor.id, mentee)),
        link: '/mentors/scheduler',
      },
      {
        accountId: mentee.id,
        type: alert,
        ...of.mentee(entry(mentee.id, mentor)),
        link: '/mentees/booked-slots',
        isOwnAct: true,
      },
    ])
  }

  return {
    /** Also mails both people, and refreshes the calendars. */
    async booked(tx: Tx, booked: queries.SlotRow) {
      await tell(tx, booked, { mentor: bookedByOther, mentee: bookedByYou })
      await slotMails.booked(tx, booked as Meeting)
      await slotEvents.status(tx, [booked], 'booked')
    },

    /** The mail says what became of the call, and is the caller's. */
    async cancelled(tx: Tx, slot: queries.SlotRow) {
      await tell(tx, slot, { mentor: cancelledByOther, mentee: cancelledByYou })
      await slotEvents.status(tx, [slot], 'open')
    },
  }
}
export type BookingNotifications = ReturnType<typeof createBookingNotifications>
