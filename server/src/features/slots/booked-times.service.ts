import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import * as moves from './moves.queries.ts'

/** The two who are to meet, and the slot that itself is in nobody's way. */
export type Meeting = { slotId: string | null; menteeId: string; mentorId: string }
type Span = { startsAt: Date; endsAt: Date }

/** How a caller's API names a time that is taken in one of the two calendars. */
type Refusal = 'slot_overlap' | 'slot_unavailable'

/** @throws AppError of that code, naming the times at which either of the two has another session */
export async function refuseBookedTimes(tx: Tx, meeting: Meeting, spans: readonly Span[], refusal: Refusal) {
  const clashes: string[] = []
  for (const span of spans)
    if (await moves.isEitherBooked(tx, meeting, span)) clashes.push(span.startsAt.toISOString())
  if (clashes.length === 0) return
  const message = 'One of you has another session at that time.'
  const rest = refusal === 'slot_overlap' ? { missingDays: [] } : { alternatives: [] }
  throw new AppError(refusal, { message, fields: { starts: message }, details: { clashes, ...rest } })
}
