import { sql } from 'kysely'
import { after, type Clock, hoursMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Meeting, SlotMails } from './slot-mails.service.ts'

type Deps = { db: Database; clock: Clock; slotMails: SlotMails }

/** How long before a session, nearest first; the later bound is where the nearer reminder takes over. */
const reminders = [
  { hoursBefore: 1, notWithinHours: 0 },
  { hoursBefore: 24, notWithinHours: 1 },
] as const
const batchSize = 100

export function createSlotReminders({ db, clock, slotMails }: Deps) {
  /** One batch in one transaction: the reminders that are due are marked as sent, and mailed with the commit. */
  const remindBatch = (hoursBefore: number, notWithinHours: number) =>
    db.transact(async (tx) => {
      const now = clock.now()
      // Whoever inserts the row sends: a second run at the same time waits here and then finds it taken.
      const { rows: taken } = await sql<{ slotId: string; accountId: string }>`
        insert into reminder (slot_id, account_id, hours_before, booked_at, sent_at)
        select slot.id, person.id, ${hoursBefore}, slot.booked_at, ${now}
        from slot cross join lateral (values (slot.mentee_id), (slot.mentor_id)) as person (id)
        where slot.status = 'booked'
          and slot.starts_at > ${after(now, hoursMs(notWithinHours))}
          and slot.starts_at <= ${after(now, hoursMs(hoursBefore))}
          -- Whoever books within that time has the booking's own mail in hand.
          and slot.booked_at <= slot.starts_at - make_interval(hours => ${hoursBefore})
          and not exists (select 1 from reminder as r where r.slot_id = slot.id and r.account_id = person.id
            and r.hours_before = ${hoursBefore} and r.booked_at = slot.booked_at)
        order by slot.starts_at, slot.id limit ${batchSize}
        on conflict do nothing
        returning slot_id, account_id`.execute(tx)
      if (taken.length === 0) return 0
      const slots = await tx
        .selectFrom('slot')
        .selectAll()
        .where(
          'id',
          'in',
          taken.map((row) => row.slotId),
        )
        .execute()
      const byId = new Map(slots.map((slot) => [slot.id, slot]))
      for (const { slotId, accountId } of taken) {
        const slot = byId.get(slotId)
        if (slot?.menteeId) await slotMails.reminder(tx, slot as Meeting, accountId, hoursBefore)
      }
      return taken.length
    })

  return {
    /** When the next reminder falls due. */
    async nextDue(): Promise<Date | null> {
      const now = clock.now()
      const { rows } = await sql<{ at: Date | null }>`
        select min(slot.starts_at - make_interval(hours => before.hours)) as at
        from slot cross join unnest(${reminders.map(({ hoursBefore }) => hoursBefore)}::int[]) as before (hours)
        where slot.status = 'booked' and slot.starts_at - make_interval(hours => before.hours) > ${now}`.execute(
        db.query,
      )
      return rows[0]?.at ?? null
    },

    /** Safe to run twice, at the same time too: the table's row decides. */
    async remindDue() {
      for (const { hoursBefore, notWithinHours } of reminders) {
        while ((await remindBatch(hoursBefore, notWithinHours)) === batchSize);
      }
    },
  }
}
export type SlotReminders = ReturnType<typeof createSlotReminders>
