import type { ServerEvents } from '@marga/contract/realtime'
import { formatShortMoment } from '../../platform/date-format.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { NewNotification, Notifications } from '../notifications/notifications.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import { cancelledByOther, cancelledByUs, scheduleChanged } from './slot-texts.rules.ts'
import { timeZonesOf } from './slots.queries.ts'

type Deps = {
  db: Database
  realtime: Realtime
  enrollments: Enrollments
  notifications: Notifications
  searchIndex: SearchIndex
}

type Opening = { id: string; mentorId: string; startsAt: Date }
type Verb = 'new' | 'changed' | 'removed'

const changeTo =
  (
    { mentorId, startsAt }: Opening,
    verb: Verb,
    times: number,
    when: (accountId: string, moment: Date) => string,
  ) =>
  (accountId: string) => {
    const moment = when(accountId, startsAt)
    const item = times > 1 ? `${times} ${verb} from ${moment}` : `${verb} ${moment}`
    return {
      accountId,
      ...scheduleChanged(mentorId, item),
      link: `/mentees/schedules?mentor=${mentorId}`,
    }
  }

/** Who hears of a change to a slot: written in the change's transaction, sent after its commit. */
export function createSlotEvents({ db, realtime, enrollments, notifications, searchIndex }: Deps) {
  type Told = ServerEvents['scheduler'] & { accountId: string }
  const announce = (told: readonly Told[]) =>
    db.afterCommit(() => {
      for (const { accountId, ...payload } of told) realtime.emit(accountId, 'scheduler', payload)
    })

  /** One stored notification each, carried by the event. */
  async function tell(
    tx: Tx,
    { id: slotId, mentorId }: { id: string; mentorId: string },
    change: Told['change'],
    news: readonly (Pick<NewNotification, 'content' | 'together' | 'link'> & { accountId: string })[],
  ) {
    const stored = await notifications.storeAll(
      tx,
      news.map((one) => ({ ...one, type: 'alert' })),
    )
    announce(
      news.map(({ accountId }, index) => ({
        accountId,
        mentorId,
        slotId,
        change,
        notification: stored[index]!,
      })),
    )
  }

  /** The words of one moment, as each of them reads it. */
  async function whenTo(tx: Tx, accountIds: readonly string[]) {
    const zones = await timeZonesOf(tx, accountIds)
    return (accountId: string, moment: Date) => formatShortMoment(moment, zones.get(accountId) ?? null)
  }

  return {
    /** Tells mentees that the mentor's schedule changed: by so many slots, of which this is the first. */
    async schedule(tx: Tx, slot: Opening, verb: Verb, times = 1) {
      const told = await enrollments.menteeIdsOf(tx, slot.mentorId)
      const when = await whenTo(tx, told)
      // Older tabs drop an event with a word that they do not know.
      const change = verb === 'removed' ? 'deleted' : 'published'
      await tell(tx, slot, change, told.map(changeTo(slot, verb, times, when)))
    },

    /** Whoever had the session hears that it was cancelled, the other mentees that the schedule changed. */
    async cancelled(tx: Tx, slot: Opening & { menteeId: string | null; mentorFirstName: string }) {
      const enrolled = await enrollments.menteeIdsOf(tx, slot.mentorId)
      const told = [...new Set(slot.menteeId ? [...enrolled, slot.menteeId] : enrolled)]
      const when = await whenTo(tx, told)
      const other = { id: slot.mentorId, firstName: slot.mentorFirstName }
      const change = changeTo(slot, 'removed', 1, when)
      const news = told.map((accountId) =>
        accountId === slot.menteeId
          ? {
              accountId,
              ...cancelledByOther({ when: when(accountId, slot.startsAt), other }),
              link: '/mentees/booked-slots',
            }
          : change(accountId),
      )
      await tell(tx, slot, 'cancelled', news)
    },

    /** Tells the mentees of sessions that ended with what was decided about their mentor. */
    async cancelledByUs(
      tx: Tx,
      mentor: { id: string; firstName: string },
      slots: readonly (Opening & { menteeId: string | null })[],
    ) {
      const mentees = slots.map(({ menteeId }) => menteeId!)
      const when = await whenTo(tx, mentees)
      const stored = await notifications.storeAll(
        tx,
        slots.map(({ startsAt }, index) => ({
          accountId: mentees[index]!,
          type: 'alert',
          ...cancelledByUs({ when: when(mentees[index]!, startsAt), other: mentor }),
          link: '/mentees/booked-slots',
        })),
      )
      announce(
        slots.map(({ id }, index) => ({
          accountId: mentees[index]!,
          mentorId: mentor.id,
          slotId: id,
          change: 'cancelled',
          notification: stored[index]!,
        })),
      )
    },

    /** Refreshes the calendars of everybody who may see the slot; no toast. */
    async status(
      tx: Tx,
      slots: readonly { id: string; mentorId: string }[],
      status: ServerEvents['slots']['status'],
    ) {
      const mentorIds = [...new Set(slots.map(({ mentorId }) => mentorId))]
      const menteeIds = await enrollments.menteeIdsOfAll(tx, mentorIds)
      db.afterCommit(() => {
        for (const { id, mentorId } of slots) {
          const watching = [mentorId, ...(menteeIds.get(mentorId) ?? [])]
          realtime.emit(watching, 'slots', { mentorId, slotId: id, status })
        }
      })
      await searchIndex.refreshNextAvailable(tx, mentorIds)
    },
  }
}
export type SlotEvents = ReturnType<typeof createSlotEvents>
