import { limits } from '@marga/contract/limits'
import type { Db } from '../../platform/db/database.ts'
import { isBookable } from './bookable-fragments.queries.ts'

export { isListed } from '../accounts/listing-fragments.queries.ts'

/** Those that can be booked and begin between two moments, neither included. */
export const findOpenSlots = (
  db: Db,
  mentorId: string,
  { after, before, now }: { after: Date; before: Date; now: Date },
) =>
  db
    .selectFrom('slot')
    .select(['startsAt', 'endsAt', 'type'])
    .where('mentorId', '=', mentorId)
    .where(isBookable(now))
    .where('startsAt', '>', after)
    .where('startsAt', '<', before)
    .orderBy('startsAt')
    .limit(limits.availabilityMax)
    .execute()
