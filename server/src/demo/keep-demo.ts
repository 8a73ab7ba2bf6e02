import { after, daysMs } from '../platform/clock.ts'
import { demoMenteeKey, demoMentees } from './data/mentees.ts'
import { demoMentorKey } from './data/mentors.ts'
import { type CalendarDeps, findDemoMentors, lastOffered, offerSlots } from './demo-calendar.ts'
import { type KeepDeps, keepRehearsal } from './demo-rehearsal.ts'

/** A start offers the coming three weeks; a day of them has passed when this is all that is left. */
const offeredMs = daysMs(19.5)

/**
 * Keeps the demo as it was when it was new: open hours for three weeks, and a session to join. By the product's clock,
 * and safe to repeat. Nothing where there is no demo.
 */
export async function keepDemo(deps: KeepDeps & CalendarDeps) {
  const { db, clock } = deps
  const mentorIds = await findDemoMentors(deps)
  if (mentorIds.size === 0) return
  const last = await lastOffered(deps, mentorIds)
  if (!last || last < after(clock.now(), offeredMs))
    await db.transact((tx) => offerSlots(deps, tx, mentorIds))
  const mentee = await db.query
    .selectFrom('account')
    .select('id')
    .where('email', '=', demoMentees.find(({ key }) => key === demoMenteeKey)!.email)
    .where('role', '=', 'mentee')
    .executeTakeFirst()
  const mentorId = mentorIds.get(demoMentorKey)
  if (mentee && mentorId) await keepRehearsal(deps, { menteeId: mentee.id, mentorId })
}
