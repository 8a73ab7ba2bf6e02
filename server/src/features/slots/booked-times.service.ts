import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import * as moves from './moves.queries.ts'

/** The two who are to meet, and the slot that itself is in nobody's way. */
export type Meeting = { slotId: string | null; menteeId: string; mentorId: string }
type Span = { startsAt: Date; endsAt: Date }

/** @throws AppError slot_overlap, naming the times at which either of the two has another session */
export async function refuseBookedTimes(tx: Tx, meeting: Meeting, spans: readonly Span[], field = 'starts') {
  const clashes: string[] = []
  for (const span of spans)
    if (await moves.isEitherBooked(tx, meeting, span)) clashes.push(span.startsAt.toISOString())
  if (clashes.length > 0) throw slotOverlap(clashes, field)
}

const slotOverlap = (clashes: string[], field: string) => {
  const message = 'One of you has another session at that time.'
  return new AppError('slot_overlap', {
    message,
    fields: { [field]: message },
    details: { clashes, missingDays: [] },
  })
}
