import type { MemberRole } from '@marga/contract/roles'
import { formatShortMoment } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { SlotEvents } from './slot-events.service.ts'
import type { Meeting, SlotMails } from './slot-mails.service.ts'
import { bookedByOther, bookedByYou, cancelledByOther, cancelledByYou } from './slot-texts.rules.ts'
import type { SlotRow } from './slots.queries.ts'

type Deps = { notifications: Notifications; slotMails: SlotMails; slotEvents: SlotEvents }

const alert = 'alert' as const

/** What the two people of a session are told of what one of them did: the other that it happened, they to look it up. */
export function createBookingNotifications({ notifications, slotMails, slotEvents }: Deps) {
  async function tell(
    tx: Tx,
    slot: SlotRow,
    of: { byOther: typeof bookedByOther; byYou: typeof bookedByYou; by: MemberRole },
  ) {
    const entry = (timeZone: string | null, other: { id: string; firstName: string }) => ({
      when: formatShortMoment(slot.startsAt, timeZone),
      other,
      isIntro: slot.type === 'intro',
    })
    const mentee = { id: slot.menteeId!, firstName: slot.menteeFirstName ?? '' }
    const mentor = { id: slot.mentorId, firstName: slot.mentorFirstName }
    await notifications.notifyAll(tx, [
      {
        accountId: mentor.id,
        type: alert,
        ...(of.by === 'mentor' ? of.byYou : of.byOther)(entry(slot.mentorTimeZone, mentee)),
        link: '/mentors/scheduler',
        isOwnAct: of.by === 'mentor',
      },
      {
        accountId: mentee.id,
        type: alert,
        ...(of.by === 'mentee' ? of.byYou : of.byOther)(entry(slot.menteeTimeZone, mentor)),
        link: '/mentees/booked-slots',
        isOwnAct: of.by === 'mentee',
      },
    ])
  }

  return {
    /** Also mails both people, and refreshes the calendars. */
    async booked(tx: Tx, booked: SlotRow, by: MemberRole = 'mentee') {
      await tell(tx, booked, { byOther: bookedByOther, byYou: bookedByYou, by })
      await slotMails.booked(tx, booked as Meeting, by)
      await slotEvents.status(tx, [booked], 'booked')
    },

    /** The mail says what became of the call, and is the caller's. */
    async cancelled(tx: Tx, slot: SlotRow) {
      await tell(tx, slot, { byOther: cancelledByOther, byYou: cancelledByYou, by: 'mentee' })
      await slotEvents.status(tx, [slot], 'open')
    },
  }
}
export type BookingNotifications = ReturnType<typeof createBookingNotifications>
