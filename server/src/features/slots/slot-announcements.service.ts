import type { ServerEvents } from '@marga/contract/realtime'
import { texts } from '@marga/contract/texts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'

type Deps = {
  db: Database
  realtime: Realtime
  enrollments: Enrollments
  notifications: Notifications
  searchIndex: SearchIndex
}

/** Who hears of a change to a slot: written in the change's transaction, sent after its commit. */
export function createSlotAnnouncements({ db, realtime, enrollments, notifications, searchIndex }: Deps) {
  return {
    /** Tells mentees that the mentor's schedule changed: one stored notification each, carried by the event. */
    async schedule(
      tx: Tx,
      slot: { id: string; mentorId: string; menteeId: string | null },
      change: ServerEvents['scheduler']['change'],
    ) {
      const enrolled = await enrollments.menteeIdsOf(tx, slot.mentorId)
      const told = [...new Set(slot.menteeId ? [...enrolled, slot.menteeId] : enrolled)]
      const stored = await notifications.store(tx, told, {
        type: 'alert',
        content: texts.notifications.scheduleChanged,
        link: `/mentees/schedules?mentor=${slot.mentorId}`,
      })
      db.afterCommit(() => {
        for (const [accountId, notification] of stored) {
          realtime.emit(accountId, 'scheduler', {
            mentorId: slot.mentorId,
            slotId: slot.id,
            change,
            notification,
          })
        }
      })
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
export type SlotAnnouncements = ReturnType<typeof createSlotAnnouncements>
