import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Meeting, SlotMails } from './slot-mails.service.ts'
import * as queries from './slot-reminders.queries.ts'

type Deps = { db: Database; clock: Clock; slotMails: SlotMails }

/** How long before a session, nearest first; the later bound is where the nearer reminder takes over. */
const reminders = [
  { hoursBefore: 1, notWithinHours: 0 },
  { hoursBefore: 24, notWithinHours: 1 },
] as const
const batchSize = 100

/** Reminders of sessions to come, to both people. */
export function createSlotReminders(deps: Deps) {
  return {
    nextDue: () => findNextDue(deps),
    remindDue: () => remindDue(deps),
  }
}
export type SlotReminders = ReturnType<typeof createSlotReminders>

/** When the next reminder falls due. */
const findNextDue = ({ db, clock }: Deps): Promise<Date | null> =>
  queries.findNextReminder(
    db.query,
    reminders.map(({ hoursBefore }) => hoursBefore),
    clock.now(),
  )

/** Safe to run twice, at the same time too: the table's row decides. */
async function remindDue(deps: Deps) {
  for (const reminder of reminders) {
    while ((await remindBatch(deps, reminder)) === batchSize);
  }
}

/** One batch in one transaction: the reminders that are due are marked as sent, and mailed with the commit. */
const remindBatch = ({ db, clock, slotMails }: Deps, reminder: queries.ReminderWindow) =>
  db.transact(async (tx) => {
    const taken = await queries.takeDueReminders(tx, reminder, clock.now(), batchSize)
    if (taken.length === 0) return 0
    const slots = await queries.findSlotRecords(
      tx,
      taken.map(({ slotId }) => slotId),
    )
    const byId = new Map(slots.map((slot) => [slot.id, slot]))
    for (const { slotId, accountId } of taken) {
      const slot = byId.get(slotId)
      if (slot?.menteeId) await slotMails.reminder(tx, slot as Meeting, accountId, reminder.hoursBefore)
    }
    return taken.length
  })
