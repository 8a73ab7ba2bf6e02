import type { Db } from '../../platform/db/database.ts'
import { isBookable as bookable } from '../search/bookable-fragments.queries.ts'
import { type SlotRow, slots } from './slots.queries.ts'

/** The three slots of the mentor that can be booked and lie nearest to a time. */
export async function findAlternatives(
  db: Db,
  mentorId: string,
  type: 'session' | 'intro',
  near: Date,
  now: Date,
) {
  const open = db
    .selectFrom('slot')
    .select('slot.id')
    .where('slot.mentorId', '=', mentorId)
    .where('slot.type', '=', type)
    .where(bookable(now))
    .limit(3)
  const later = open.where('slot.startsAt', '>=', near).orderBy('slot.startsAt')
  const earlier = open.where('slot.startsAt', '<', near).orderBy('slot.startsAt', 'desc')
  const nearest = db
    .selectFrom(later.as('later'))
    .select('later.id')
    .unionAll(db.selectFrom(earlier.as('earlier')).select('earlier.id'))
  const rows = await slots(db).where('slot.id', 'in', nearest).execute()
  const distance = (row: SlotRow) => Math.abs(row.startsAt.getTime() - near.getTime())
  return rows.sort((a, b) => distance(a) - distance(b)).slice(0, 3)
}
