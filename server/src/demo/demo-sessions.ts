import { after, hoursMs, minutesMs } from '../platform/clock.ts'
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/db/database.ts'
import type { BookedCall } from './demo-credits.ts'

export type Pair = { menteeId: string; mentorId: string }
type Booked = { pair: Pair; startsAt: Date; bookedAt: Date; topic: string }
type Held = Booked & { type: 'session' | 'intro'; notes?: string | undefined }

const lengthMs = { session: hoursMs(1), intro: minutesMs(20) }
/** The rooms close a quarter of an hour after the end, and sessions are settled then. */
const settledMs = minutesMs(16)
const lateMs = minutesMs(1)

/** A session that took place: both were there, and wrote something down. */
export async function insertHeldSession(
  app: Pick<Core, 'newId'>,
  tx: Tx,
  { pair, notes, ...of }: Held,
): Promise<BookedCall> {
  const slotId = app.newId()
  const endsAt = after(of.startsAt, lengthMs[of.type])
  const doneAt = after(endsAt, settledMs)
  await tx
    .insertInto('slot')
    .values({
      id: slotId,
      ...pair,
      ...of,
      endsAt,
      status: 'completed',
      settledAt: doneAt,
      createdAt: of.bookedAt,
    })
    .execute()
  for (const accountId of Object.values(pair))
    await tx
      .insertInto('liveStay')
      .values({
        id: app.newId(),
        slotId,
        accountId,
        connectionId: app.newId(),
        joinedAt: after(of.startsAt, accountId === pair.mentorId ? -lateMs : lateMs),
        leftAt: endsAt,
        seenAt: endsAt,
      })
      .execute()
  if (notes)
    await tx
      .insertInto('liveNotes')
      .values({ slotId, text: notes, version: 1, updatedAt: after(endsAt, -lateMs) })
      .execute()
  return { slotId, bookedAt: of.bookedAt, doneAt }
}

/** A session ahead, at a time that is free. */
export async function insertBookedSession(
  app: Pick<Core, 'newId'>,
  tx: Tx,
  { pair, ...of }: Booked,
): Promise<BookedCall> {
  const slotId = app.newId()
  await tx
    .insertInto('slot')
    .values({
      id: slotId,
      ...pair,
      ...of,
      type: 'session',
      endsAt: after(of.startsAt, lengthMs.session),
      status: 'booked',
      createdAt: of.bookedAt,
    })
    .execute()
  return { slotId, bookedAt: of.bookedAt, doneAt: null }
}

/** The mentor's first open hour from a moment on. */
export async function bookOpenSlot(
  tx: Tx,
  { pair, from, bookedAt, topic }: { pair: Pair; from: Date; bookedAt: Date; topic: string },
): Promise<BookedCall & { startsAt: Date }> {
  const { id: slotId, startsAt } = await tx
    .selectFrom('slot')
    .select(['id', 'startsAt'])
    .where('mentorId', '=', pair.mentorId)
    .where('type', '=', 'session')
    .where('status', '=', 'open')
    .where('startsAt', '>', from)
    .orderBy('startsAt')
    .limit(1)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('slot')
    .set({ status: 'booked', menteeId: pair.menteeId, topic, bookedAt })
    .where('id', '=', slotId)
    .execute()
  return { slotId, bookedAt, doneAt: null, startsAt }
}
