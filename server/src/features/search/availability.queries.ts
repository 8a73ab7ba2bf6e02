import { limits } from '@marga/contract/limits'
import type { Db } from '../../platform/db/database.ts'

export { isListed } from '../accounts/listing-fragments.queries.ts'

/** Those that begin between two moments, neither included. */
export const findOpenSlots = (db: Db, mentorId: string, { after, before }: { after: Date; before: Date }) =>
  db
    .selectFrom('slot')
    .select(['startsAt', 'endsAt', 'type'])
    .where('mentorId', '=', mentorId)
    .where('status', '=', 'open')
    .where('startsAt', '>', after)
    .where('startsAt', '<', before)
    .orderBy('startsAt')
    .limit(limits.availabilityMax)
    .execute()
