import type { SearchIndex } from '../features/search/search-index.service.ts'
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/db/database.ts'
import { demoMentors } from './data/mentors.ts'
import { expandDemoSlots } from './data/slot-times.ts'
import type { DemoIds } from './demo-ids.ts'

export type CalendarDeps = Pick<Core, 'db' | 'clock' | 'newId'> & { searchIndex: SearchIndex }

/** Those who are still there: a blocked one offers nothing. */
export async function findDemoMentors({ db }: Pick<Core, 'db'>): Promise<DemoIds> {
  const rows = await db.query
    .selectFrom('account')
    .select(['id', 'email'])
    .where('role', '=', 'mentor')
    .where('isBlocked', '=', false)
    .where(
      'email',
      'in',
      demoMentors.map((mentor) => mentor.email),
    )
    .execute()
  const keyByEmail = new Map(demoMentors.map((mentor) => [mentor.email, mentor.key]))
  return new Map(rows.map((row) => [keyByEmail.get(row.email)!, row.id]))
}

/** What is there already, booked or open, stays: the exclusion constraint skips the rest. */
export async function offerSlots({ clock, newId, searchIndex }: CalendarDeps, tx: Tx, mentorIds: DemoIds) {
  const now = clock.now()
  const rows = demoMentors.flatMap((mentor) => {
    const mentorId = mentorIds.get(mentor.key)
    if (!mentorId) return []
    return expandDemoSlots(mentor, now).map((slot) => ({
      id: newId(),
      mentorId,
      type: slot.type,
      startsAt: slot.start,
      endsAt: slot.end,
      mentorPreferences: slot.mentorPreferences,
      createdAt: now,
    }))
  })
  await tx
    .insertInto('slot')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await searchIndex.refreshNextAvailable(tx, [...mentorIds.values()])
}

/** The start of the last session that they offer. */
export async function lastOffered({ db }: Pick<Core, 'db'>, mentorIds: DemoIds): Promise<Date | null> {
  const { startsAt } = await db.query
    .selectFrom('slot')
    .select((eb) => eb.fn.max('startsAt').as('startsAt'))
    .where('mentorId', 'in', [...mentorIds.values()])
    .executeTakeFirstOrThrow()
  return startsAt
}
