import type { Enrollments } from '../features/enrollments/enrollments.service.ts'
import type { SessionCredits } from '../features/session-credits/session-credits.service.ts'
import { after, hoursMs, minutesMs } from '../platform/clock.ts'
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/db/database.ts'
import { rehearsalTopics } from './data/demo-mentee-story.ts'
import { insertBookedSession, type Pair } from './demo-sessions.ts'

/** What keeping the demo needs of the product. */
export type KeepDeps = Pick<Core, 'db' | 'clock' | 'newId'> & {
  enrollments: Enrollments
  sessionCredits: SessionCredits
}

const lengthMs = hoursMs(1)
/** Whoever comes this late finds it moved on, with the room open again. */
const lateMs = minutesMs(10)
const stepMs = minutesMs(5)
const soonestMs = minutesMs(5)

/**
 * The first of five minutes at which neither of the two is busy. The room is open by then: it opens ten minutes ahead.
 * @returns undefined when that is not within the hour
 */
export async function findRehearsalStart(
  { clock }: Pick<Core, 'clock'>,
  tx: Tx,
  pair: Pair,
): Promise<Date | undefined> {
  const now = clock.now()
  const busy = await tx
    .selectFrom('slot')
    .select(['startsAt', 'endsAt', 'topic'])
    .where((eb) => eb.or([eb('mentorId', '=', pair.mentorId), eb('menteeId', '=', pair.menteeId)]))
    .where('status', 'not in', ['open', 'cancelled'])
    .where('endsAt', '>', now)
    .where('startsAt', '<', after(now, 3 * lengthMs))
    .orderBy('startsAt')
    .execute()
  const others = busy.filter(({ topic }) => !rehearsalTopics.includes(topic ?? ''))
  const first = Math.ceil((now.getTime() + soonestMs) / stepMs) * stepMs
  const isFree = (start: number) =>
    others.every(
      ({ startsAt, endsAt }) => startsAt.getTime() >= start + lengthMs || endsAt.getTime() <= start,
    )
  for (let start = first; start <= now.getTime() + lengthMs; start += stepMs)
    if (isFree(start)) return new Date(start)
  return undefined
}

/** Open times that would overlap go: nothing was agreed upon there. */
export async function makeRoom(tx: Tx, { mentorId }: Pair, startsAt: Date) {
  await tx
    .deleteFrom('slot')
    .where('mentorId', '=', mentorId)
    .where('status', '=', 'open')
    .where('startsAt', '<', after(startsAt, lengthMs))
    .where('endsAt', '>', startsAt)
    .execute()
}

const rehearsals = (tx: Tx, { menteeId, mentorId }: Pair) =>
  tx
    .selectFrom('slot')
    .leftJoin('liveStay', 'liveStay.slotId', 'slot.id')
    .select(['slot.id', 'slot.startsAt', 'slot.status', 'slot.topic', 'liveStay.id as stayId'])
    .where('slot.menteeId', '=', menteeId)
    .where('slot.mentorId', '=', mentorId)
    .where('slot.topic', 'in', rehearsalTopics)
    .orderBy('slot.startsAt', 'desc')

/**
 * There is a session to join within the hour, whenever somebody looks. One to which nobody came is moved on; one that
 * took place is followed by the next, as long as a call is left for it. Safe to repeat and to run beside itself: the
 * enrollment's lock lets one do it after the other.
 */
export async function keepRehearsal(deps: KeepDeps, pair: Pair) {
  const { db, clock, enrollments } = deps
  await db.transact(async (tx) => {
    const enrollment = await enrollments.lockLive(tx, pair)
    if (enrollment?.status !== 'active') return
    const now = clock.now()
    const all = await rehearsals(tx, pair).execute()
    const ahead = all.find(({ status }) => status === 'booked')
    if (ahead && (ahead.stayId !== null || after(ahead.startsAt, lateMs) > now)) return
    // One that was cancelled stays cancelled.
    if (!ahead && !hasEnded(all[0]?.status)) return
    const startsAt = await findRehearsalStart(deps, tx, pair)
    if (!startsAt) return
    await makeRoom(tx, pair, startsAt)
    if (ahead) await moveOn(tx, ahead.id, startsAt)
    else await bookNext(deps, tx, { pair, enrollment, startsAt, done: countCompleted(all) })
  })
}

const hasEnded = (status: string | undefined) => status === 'completed' || status === 'missed'

const countCompleted = (all: readonly { id: string; status: string }[]) =>
  new Set(all.filter(({ status }) => status === 'completed').map(({ id }) => id)).size

const moveOn = (tx: Tx, slotId: string, startsAt: Date) =>
  tx
    .updateTable('slot')
    .set({ startsAt, endsAt: after(startsAt, lengthMs) })
    .where('id', '=', slotId)
    .where('status', '=', 'booked')
    .execute()

type Next = { pair: Pair; enrollment: { id: string; periodNo: number }; startsAt: Date; done: number }

async function bookNext(deps: KeepDeps, tx: Tx, { pair, enrollment, startsAt, done }: Next) {
  const { clock, sessionCredits } = deps
  const left = await sessionCredits.free(tx, enrollment.id)
  // The last call is the evaluator's own.
  if (left.length < 2) return
  const topic = rehearsalTopics[done % rehearsalTopics.length]!
  const { slotId } = await insertBookedSession(deps, tx, { pair, startsAt, bookedAt: clock.now(), topic })
  await tx
    .updateTable('slot')
    .set({ enrollmentId: enrollment.id, chargedPeriod: enrollment.periodNo })
    .where('id', '=', slotId)
    .execute()
  await sessionCredits.take(tx, enrollment.id, slotId)
}
