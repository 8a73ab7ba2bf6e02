import type { SessionCase } from '@marga/contract/session-credit-cases'
import { formatShortMoment } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { NewNotification } from '../notifications/grouping.rules.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { cancelledByUs } from './slot-texts.rules.ts'
import * as queries from './slots.queries.ts'

type Released = { id: string; mentorId: string; menteeId: string | null; startsAt: Date }

/**
 * Tells both people of sessions that ended with what became of the mentee or of the subscription: neither of them has
 * done it, and whoever switched mails off reads it nowhere else.
 */
export function createReleaseNotifications({ notifications }: { notifications: Notifications }) {
  return {
    async released(tx: Tx, slots: readonly Released[], of: SessionCase) {
      if (slots.length === 0) return
      const readers = await queries.findReaders(
        tx,
        slots.flatMap(({ mentorId, menteeId }) => [mentorId, menteeId!]),
      )
      const entry = (to: string, about: string, startsAt: Date, link: string) => ({
        accountId: to,
        type: 'alert' as const,
        ...cancelledByUs({
          when: formatShortMoment(startsAt, readers.get(to)!.timeZone),
          other: readers.get(about)!,
        }),
        link,
      })
      await notifications.notifyAll(
        tx,
        slots.flatMap(({ mentorId, menteeId, startsAt }): (NewNotification & { accountId: string })[] => [
          entry(mentorId, menteeId!, startsAt, '/mentors/scheduler'),
          // Nothing is left to be read by an account that is deleted.
          ...(of === 'mentee_left' ? [] : [entry(menteeId!, mentorId, startsAt, '/mentees/booked-slots')]),
        ]),
      )
    },
  }
}
export type ReleaseNotifications = ReturnType<typeof createReleaseNotifications>
