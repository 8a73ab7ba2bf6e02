import { limits } from '@marga/contract/limits'
import type { Insertable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Contest as ContestTable } from '../../platform/db/types.generated.ts'

export { findStaysOfTheTwo, type StayRow } from '../live/stay-fragments.queries.ts'

/** Sessions that have been settled, which is what may be contested. */
export const findSettledSession = (db: Db, slotId: string) =>
  db
    .selectFrom('slot')
    .select(['id', 'menteeId', 'mentorId', 'status', 'missedBy', 'settledAt'])
    .where('id', '=', slotId)
    .where('type', '=', 'session')
    .where('status', 'in', ['completed', 'missed'])
    .$narrowType<{ menteeId: string }>()
    .executeTakeFirst()

/** With their session and both people. */
const contests = (db: Db) =>
  db
    .selectFrom('contest')
    .innerJoin('slot', 'slot.id', 'contest.slotId')
    .innerJoin('account as mentee', 'mentee.id', 'contest.menteeId')
    .innerJoin('account as mentor', 'mentor.id', 'contest.mentorId')
    .selectAll('contest')
    .select([
      'slot.startsAt',
      'slot.status as outcome',
      'slot.missedBy',
      'slot.enrollmentId',
      'mentee.firstName as menteeFirstName',
      'mentee.lastName as menteeLastName',
      'mentee.profileImageUrl as menteeImage',
      'mentee.deletedAt as menteeDeletedAt',
      'mentor.firstName as mentorFirstName',
      'mentor.lastName as mentorLastName',
      'mentor.profileImageUrl as mentorImage',
      'mentor.deletedAt as mentorDeletedAt',
      'mentor.isBlocked as isMentorShutOut',
    ])
export type ContestRow = Awaited<ReturnType<ReturnType<typeof contests>['executeTakeFirstOrThrow']>>

export const findContest = (db: Db, id: string) =>
  contests(db).where('contest.id', '=', id).executeTakeFirst()

export const findContestOfTicket = (db: Db, ticketId: string) =>
  contests(db).where('contest.ticketId', '=', ticketId).executeTakeFirst()

/** Newest first. */
export const findContestsOf = (
  db: Db,
  column: 'menteeId' | 'mentorId',
  accountId: string,
  slotId: string | undefined,
) =>
  contests(db)
    .where(`contest.${column}`, '=', accountId)
    .$if(slotId !== undefined, (query) => query.where('contest.slotId', '=', slotId!))
    .orderBy('contest.createdAt', 'desc')
    .orderBy('contest.id', 'desc')
    .limit(limits.unpagedListMax)
    .execute()

/** Those of somebody that nobody has decided. */
export const findUndecidedContestsOf = (db: Db, column: 'menteeId' | 'mentorId', accountId: string) =>
  contests(db)
    .where(`contest.${column}`, '=', accountId)
    .where('contest.status', 'in', ['open', 'with_moderator'])
    .orderBy('contest.id')
    .execute()

export const findOverdueContests = (db: Db, now: Date, limit: number) =>
  contests(db)
    .where('contest.status', '=', 'open')
    .where('contest.answerBy', '<=', now)
    .orderBy('contest.answerBy')
    .limit(limit)
    .execute()

export const insertContest = (db: Db, row: Insertable<ContestTable>) =>
  db.insertInto('contest').values(row).execute()

type ContestChange = Partial<Pick<ContestRow, 'answer' | 'decision' | 'decidedAt' | 'ticketId'>>

/** Of those who would change it at the same time, one does. @returns undefined when it was not in that state any more */
export const changeContest = (
  db: Db,
  id: string,
  of: { from: 'open' | 'with_moderator'; to: ContestRow['status'] } & ContestChange,
) => {
  const { from, to, ...change } = of
  return db
    .updateTable('contest')
    .set({ ...change, status: to })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
}

export const setContestTicket = (db: Db, id: string, ticketId: string) =>
  db.updateTable('contest').set({ ticketId }).where('id', '=', id).execute()

export type SessionOutcome =
  | { status: 'completed'; missedBy: null }
  | { status: 'missed'; missedBy: 'mentee' | 'mentor' | 'both' }

/** Of a session that was settled otherwise. */
export const correctSession = (db: Db, slotId: string, outcome: SessionOutcome) =>
  db
    .updateTable('slot')
    .set(outcome)
    .where('id', '=', slotId)
    .where('status', 'in', ['completed', 'missed'])
    .execute()
