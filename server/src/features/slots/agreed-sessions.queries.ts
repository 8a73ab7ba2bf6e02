import { limits } from '@marga/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

type Session = { mentorId: string; startsAt: Date; endsAt: Date }

/** How long the mentor's sessions are. */
export const findSessionMinutes = async (db: Db, mentorId: string): Promise<number> =>
  (
    await db
      .selectFrom('availability')
      .select('sessionMinutes')
      .where('mentorId', '=', mentorId)
      .executeTakeFirst()
  )?.sessionMinutes ?? limits.sessionMinutes

/** A slot that is made by hand takes this lock too, which comes before that of the enrollment. */
export const shareAvailability = (db: Db, mentorId: string) =>
  db.selectFrom('availability').select('mentorId').where('mentorId', '=', mentorId).forShare().execute()

/** The open slot of exactly that time, locked, and shown if a busy time had hidden it. */
export const takeOpen = async (
  db: Db,
  { mentorId, startsAt, endsAt }: Session,
): Promise<string | undefined> =>
  (
    await db
      .updateTable('slot')
      .set({ isHidden: false })
      .where('mentorId', '=', mentorId)
      .where('status', '=', 'open')
      .where('type', '=', 'session')
      .where('startsAt', '=', startsAt)
      .where('endsAt', '=', endsAt)
      .returning('id')
      .executeTakeFirst()
  )?.id

/** Open slots of the weekly hours that a slot made by hand takes the place of, with the buffer around it. */
export const findGivingWay = (db: Db, { mentorId, startsAt, endsAt }: Session) =>
  db
    .selectFrom('slot')
    .innerJoin('availability', 'availability.mentorId', 'slot.mentorId')
    .select(['slot.id', 'slot.mentorId'])
    .where('slot.mentorId', '=', mentorId)
    .where('slot.isLaidOut', '=', true)
    .where('slot.status', '=', 'open')
    .where(
      sql<boolean>`slot.starts_at < ${endsAt}::timestamptz + make_interval(mins => availability.buffer_minutes)
        and slot.ends_at > ${startsAt}::timestamptz - make_interval(mins => availability.buffer_minutes)`,
    )
    .execute()
