import { limits } from '@marga/contract/limits'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared-statements.ts'
import { isBookable } from './bookable-fragments.queries.ts'

/** So many times of each type are listed, if there are as many. */
const assuredOfEach = 10

export { isListed } from '../accounts/listing-fragments.queries.ts'

/** Sessions that fill the first days leave room for intro calls that come later, and the other way round. */
const isAssured = sql`row_number() over (partition by type order by starts_at) <= ${sql.lit(assuredOfEach)}`

/** In no order: those that can be booked and begin between two moments, neither included. A restricted mentor meets nobody new. */
export const findOpenSlots = (
  db: Db,
  mentorId: string,
  { after, before, now }: { after: Date; before: Date; now: Date },
) =>
  prepared(
    db,
    db
      .selectFrom('slot')
      .select(['startsAt', 'endsAt', 'type'])
      .where('mentorId', '=', mentorId)
      .where(isBookable(now))
      .where(({ or, eb, not, exists, selectFrom }) =>
        or([
          eb('type', '!=', 'intro'),
          not(
            exists(
              selectFrom('account')
                .select('account.id')
                .whereRef('account.id', '=', 'slot.mentorId')
                .where('account.isRestricted', '=', true),
            ),
          ),
        ]),
      )
      .where('startsAt', '>=', after)
      .where('startsAt', '<', before)
      .orderBy(isAssured, 'desc')
      .orderBy('startsAt')
      .limit(limits.availabilityMax),
  )

/** Whether a mentor who was accepted by that moment has no session before another one that can be booked now. */
export const hasNoTimes = async (
  db: Db,
  mentorId: string,
  { now, before, acceptedBy }: { now: Date; before: Date; acceptedBy: Date },
): Promise<boolean> => {
  const { rows } = await sql<{ hasNone: SqlBool }>`select exists (
    select from mentor_profile where account_id = ${mentorId} and accepted_at <= ${acceptedBy}
  ) and not exists (
    select from slot
    where slot.mentor_id = ${mentorId} and slot.type = 'session' and slot.starts_at <= ${before} and ${isBookable(now)}
  ) as "hasNone"`.execute(db)
  return rows[0]!.hasNone as boolean
}
