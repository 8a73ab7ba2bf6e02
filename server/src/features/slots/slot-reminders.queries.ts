import { sql } from 'kysely'
import { after, hoursMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'

/** `hoursBefore`: of which reminder; none within `notWithinHours`, where a nearer one takes over. */
export type ReminderWindow = { hoursBefore: number; notWithinHours: number }

/**
 * Marks the reminders that are due as sent. Whoever inserts the row sends: a second run at the same time waits here
 * and then finds it taken.
 * @returns which of the two of which slot
 */
export async function takeDueReminders(
  db: Db,
  { hoursBefore, notWithinHours }: ReminderWindow,
  now: Date,
  limit: number,
) {
  const { rows } = await sql<{ slotId: string; accountId: string }>`
    insert into reminder (slot_id, account_id, hours_before, booked_at, sent_at)
    select slot.id, person.id, ${hoursBefore}, slot.booked_at, ${now}
    from slot cross join lateral (values (slot.mentee_id), (slot.mentor_id)) as person (id)
    where slot.status = 'booked'
      and slot.starts_at > ${after(now, hoursMs(notWithinHours))}
      and slot.starts_at <= ${after(now, hoursMs(hoursBefore))}
      -- Whoever books within that time has the booking's own mail in hand.
      and slot.booked_at <= slot.starts_at - make_interval(hours => ${hoursBefore})
      -- Their room opens for neither of the two.
      and not ${isBlockBetween('slot.menteeId', 'slot.mentorId')}
      and not exists (select 1 from reminder as r where r.slot_id = slot.id and r.account_id = person.id
        and r.hours_before = ${hoursBefore} and r.booked_at = slot.booked_at)
    order by slot.starts_at, slot.id limit ${limit}
    on conflict do nothing
    returning slot_id, account_id`.execute(db)
  return rows
}

export const findSlotRecords = (db: Db, ids: readonly string[]) =>
  db.selectFrom('slot').selectAll().where('id', 'in', ids).execute()

/** When the next of reminders so many hours before falls due. */
export async function findNextReminder(db: Db, hoursBefore: readonly number[], now: Date) {
  const { rows } = await sql<{ at: Date | null }>`
    select min(slot.starts_at - make_interval(hours => before.hours)) as at
    from slot cross join unnest(${hoursBefore}::int[]) as before (hours)
    where slot.status = 'booked' and slot.starts_at - make_interval(hours => before.hours) > ${now}`.execute(
    db,
  )
  return rows[0]?.at ?? null
}
