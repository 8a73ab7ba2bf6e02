import type { Db } from '../../platform/db/database.ts'

/** Slots with both people. */
export const slots = (db: Db) =>
  db
    .selectFrom('slot')
    .innerJoin('account as mentor', 'mentor.id', 'slot.mentorId')
    .leftJoin('account as mentee', 'mentee.id', 'slot.menteeId')
    .selectAll('slot')
    .select([
      'mentor.firstName as mentorFirstName',
      'mentor.lastName as mentorLastName',
      'mentor.profileImageUrl as mentorImage',
      'mentor.isBlocked as isMentorBlocked',
      'mentee.firstName as menteeFirstName',
      'mentee.lastName as menteeLastName',
      'mentee.profileImageUrl as menteeImage',
    ])
export type SlotRow = Awaited<ReturnType<ReturnType<typeof slots>['executeTakeFirstOrThrow']>>

export const findSlot = (db: Db, slotId: string) => slots(db).where('slot.id', '=', slotId).executeTakeFirst()

export type NewSlot = {
  id: string
  mentorId: string
  type: 'session' | 'intro'
  startsAt: Date
  endsAt: Date
  mentorPreferences: string
  mentorDescription: string
  createdAt: Date
}

/** Overlaps are the database's to refuse. */
export const insertSlots = (db: Db, rows: readonly NewSlot[]) => db.insertInto('slot').values(rows).execute()

export type Claim = {
  slotId: string
  type: 'session' | 'intro'
  menteeId: string
  topic: string | null
  topicDescription: string | null
  enrollmentId: string | null
  chargedPeriod: number | null
  now: Date
}

/** Claims the slot only while it is open and ahead: one winner, whatever the number of racers. */
export const claimOpenSlot = (db: Db, by: Claim) =>
  db
    .updateTable('slot')
    .set({
      status: 'booked',
      menteeId: by.menteeId,
      topic: by.topic,
      topicDescription: by.topicDescription,
      enrollmentId: by.enrollmentId,
      chargedPeriod: by.chargedPeriod,
      bookedAt: by.now,
    })
    .where('id', '=', by.slotId)
    .where('type', '=', by.type)
    .where('status', '=', 'open')
    .where('startsAt', '>', by.now)
    .returning('id')
    .executeTakeFirst()

const released = {
  menteeId: null,
  topic: null,
  topicDescription: null,
  enrollmentId: null,
  chargedPeriod: null,
  bookedAt: null,
} as const

/** Opens the mentee's booked slot again; nothing happens once it has started or is somebody else's. */
export const releaseSlot = (db: Db, slotId: string, menteeId: string, now: Date) =>
  db
    .updateTable('slot')
    .set({ status: 'open', ...released })
    .where('id', '=', slotId)
    .where('menteeId', '=', menteeId)
    .where('status', '=', 'booked')
    .where('startsAt', '>', now)
    .returning('id')
    .executeTakeFirst()

export const deleteOpenSlot = (db: Db, slotId: string, mentorId: string) =>
  db
    .deleteFrom('slot')
    .where('id', '=', slotId)
    .where('mentorId', '=', mentorId)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()

/** The mentor's booked slot becomes a cancelled one that remembers its mentee. */
export const cancelBookedSlot = (db: Db, slotId: string, mentorId: string, now: Date) =>
  db
    .updateTable('slot')
    .set({ status: 'cancelled', cancelledAt: now })
    .where('id', '=', slotId)
    .where('mentorId', '=', mentorId)
    .where('status', '=', 'booked')
    .where('startsAt', '>', now)
    .returning('id')
    .executeTakeFirst()

/** The three open slots of the mentor that lie nearest to a time. */
export async function findAlternatives(
  db: Db,
  mentorId: string,
  type: 'session' | 'intro',
  near: Date,
  now: Date,
) {
  const open = slots(db)
    .where('slot.mentorId', '=', mentorId)
    .where('slot.type', '=', type)
    .where('slot.status', '=', 'open')
    .where('slot.startsAt', '>', now)
  const [later, earlier] = await Promise.all([
    open.where('slot.startsAt', '>=', near).orderBy('slot.startsAt').limit(3).execute(),
    open.where('slot.startsAt', '<', near).orderBy('slot.startsAt', 'desc').limit(3).execute(),
  ])
  const distance = (row: SlotRow) => Math.abs(row.startsAt.getTime() - near.getTime())
  return [...earlier, ...later].sort((a, b) => distance(a) - distance(b)).slice(0, 3)
}

export const hasUsedIntro = async (db: Db, menteeId: string, mentorId: string) =>
  (await db
    .selectFrom('slot')
    .select('id')
    .where('menteeId', '=', menteeId)
    .where('mentorId', '=', mentorId)
    .where('type', '=', 'intro')
    .where('status', '!=', 'cancelled')
    // One that the mentor did not come to may be booked again.
    .where(({ or, eb }) => or([eb('missedBy', 'is', null), eb('missedBy', '!=', 'mentor')]))
    .limit(1)
    .executeTakeFirst()) !== undefined
