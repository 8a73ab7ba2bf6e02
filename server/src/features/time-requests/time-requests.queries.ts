import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { TimeRequest as TimeRequestTable } from '../../platform/db/types.generated.ts'

export type RequestRecord = Selectable<TimeRequestTable>

const requests = (db: Db) =>
  db
    .selectFrom('timeRequest')
    .innerJoin('account as mentor', 'mentor.id', 'timeRequest.mentorId')
    .innerJoin('account as mentee', 'mentee.id', 'timeRequest.menteeId')
    .selectAll('timeRequest')
    .select([
      'mentor.firstName as mentorFirstName',
      'mentor.lastName as mentorLastName',
      'mentor.profileImageUrl as mentorImage',
      'mentee.firstName as menteeFirstName',
      'mentee.lastName as menteeLastName',
      'mentee.profileImageUrl as menteeImage',
      'mentee.isBlocked as isMenteeBlocked',
    ])

export const find = (db: Db, id: string) => requests(db).where('timeRequest.id', '=', id).executeTakeFirst()
export type RequestRow = NonNullable<Awaited<ReturnType<typeof find>>>

export const findOfMentee = (db: Db, menteeId: string, limit: number) =>
  requests(db)
    .where('timeRequest.menteeId', '=', menteeId)
    .orderBy('timeRequest.createdAt', 'desc')
    .orderBy('timeRequest.id', 'desc')
    .limit(limit)
    .execute()

/** The open ones on top, each newest first. */
export const findOfMentor = (db: Db, of: { mentorId: string; now: Date; limit: number }) =>
  requests(db)
    .where('timeRequest.mentorId', '=', of.mentorId)
    .orderBy(
      ({ and, eb }) => and([eb('timeRequest.status', '=', 'open'), eb('timeRequest.expiresAt', '>', of.now)]),
      'desc',
    )
    .orderBy('timeRequest.createdAt', 'desc')
    .orderBy('timeRequest.id', 'desc')
    .limit(of.limit)
    .execute()

/** Undefined while another one of the pair is open. */
export const insert = (db: Db, row: Insertable<TimeRequestTable>) =>
  db
    .insertInto('timeRequest')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

/** Of two who decide one counts. */
export const close = (
  db: Db,
  id: string,
  of: { status: 'accepted' | 'declined' | 'void'; now: Date },
): Promise<RequestRecord | undefined> =>
  db
    .updateTable('timeRequest')
    .set({ status: of.status, decidedAt: of.now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirst()

export const setSlot = (db: Db, id: string, slotId: string) =>
  db.updateTable('timeRequest').set({ slotId }).where('id', '=', id).execute()

const openWithLive = (db: Db) =>
  db
    .selectFrom('timeRequest')
    .leftJoin('enrollment', (join) =>
      join
        .onRef('enrollment.menteeId', '=', 'timeRequest.menteeId')
        .onRef('enrollment.mentorId', '=', 'timeRequest.mentorId')
        .on('enrollment.status', '!=', 'ended'),
    )
    .where('timeRequest.status', '=', 'open')

/** Open ones of which no time can be taken any more, or whose subscription has ended. */
export const findOver = (db: Db, now: Date, limit: number) =>
  openWithLive(db)
    .select(['timeRequest.id', 'timeRequest.expiresAt'])
    .where(({ or, eb }) => or([eb('timeRequest.expiresAt', '<=', now), eb('enrollment.id', 'is', null)]))
    .orderBy('timeRequest.expiresAt')
    .limit(limit)
    .execute()

export async function findNextDue(db: Db, now: Date): Promise<Date | null> {
  const { at } = await db
    .selectFrom('timeRequest')
    .select((eb) => eb.fn.min('expiresAt').as('at'))
    .where('status', '=', 'open')
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow()
  return at
}

type Side = 'menteeId' | 'mentorId'

export const findOpenOf = (db: Db, side: Side, id: string) =>
  requests(db)
    .where(`timeRequest.${side}`, '=', id)
    .where('timeRequest.status', '=', 'open')
    .orderBy('timeRequest.id')
    .execute()

/** Of the pair, what stands in the way of a new one though none of its times can be taken any more. */
export const findOverOfPair = (db: Db, pair: { menteeId: string; mentorId: string }, now: Date) =>
  requests(db)
    .where('timeRequest.menteeId', '=', pair.menteeId)
    .where('timeRequest.mentorId', '=', pair.mentorId)
    .where('timeRequest.status', '=', 'open')
    .where('timeRequest.expiresAt', '<=', now)
    .execute()

export const deleteAllOf = (db: Db, side: Side, id: string) =>
  db.deleteFrom('timeRequest').where(side, '=', id).execute()
