import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findAlternatives } from './alternatives.queries.ts'
import { presentSlot } from './slots.presenter.ts'

type Wanted = { mentorId: string; type: 'session' | 'intro'; startsAt: Date }

/** The refusal of a time that is not to be had, with the three open slots nearest to it. */
export async function slotUnavailable(db: Db, slot: Wanted, now: Date): Promise<AppError> {
  const alternatives = await findAlternatives(db, slot.mentorId, slot.type, slot.startsAt, now)
  return new AppError('slot_unavailable', { details: { alternatives: alternatives.map(presentSlot) } })
}
