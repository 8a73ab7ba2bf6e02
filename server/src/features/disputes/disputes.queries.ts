import { sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'

/** Of which enrollments some tickets are, in the order in which they are locked. */
export async function findEnrollmentsOfTickets(db: Db, ticketIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select slot.enrollment_id as id from contest join slot on slot.id = contest.slot_id
    where contest.ticket_id = ${anyOf(ticketIds)} and slot.enrollment_id is not null
    union
    select enrollment_id from refund_request where ticket_id = ${anyOf(ticketIds)}
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** When the next answer is due, or to be reminded of so many hours before. */
export async function findNextDue(db: Db, now: Date, reminderHours: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    with waiting as (
      select answer_by, reminded_at from contest where status = 'open'
      union all select answer_by, reminded_at from refund_request where status = 'with_mentor'
    )
    select min(at) as at from (
      select answer_by as at from waiting
      union all
      select answer_by - make_interval(hours => ${reminderHours}) from waiting where reminded_at is null
    ) as due where at > ${now}`.execute(db)
  return rows[0]?.at ?? null
}

const waiting = { contest: 'open', refundRequest: 'with_mentor' } as const

/**
 * Marks those that wait for an answer which is due before a moment, once each: whoever marks one reminds of it.
 * @returns their ids
 */
export async function takeReminders(
  db: Db,
  table: keyof typeof waiting,
  of: { now: Date; until: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)} set reminded_at = ${of.now}
    where id in (
      select id from ${sql.table(table)}
      where status = ${waiting[table]} and reminded_at is null and answer_by > ${of.now} and answer_by <= ${of.until}
      order by answer_by limit ${of.limit} for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
