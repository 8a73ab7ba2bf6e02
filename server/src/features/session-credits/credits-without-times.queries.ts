import { sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * Whether the mentor had a session that could be booked with it while it could be used: one of half an hour that was there
 * for an hour by then, with the mentor's notice before it, was not over or another's before, and no busy time has hidden.
 * What the mentor took away again in time does not count.
 */
export const hadTimes = (now: Date) => sql<boolean>`exists (
  select 1 from slot
  join enrollment as of_credit on of_credit.id = session_credit.enrollment_id
  left join availability on availability.mentor_id = slot.mentor_id
  cross join lateral (select
    case session_credit.source when 'period' then session_credit.period_start else session_credit.changed_at end as since
  ) as usable
  where slot.mentor_id = of_credit.mentor_id and slot.type = 'session'
    and (slot.status <> 'cancelled' or slot.cancelled_at >= least(session_credit.usable_until, ${now}::timestamptz))
    and not (slot.status = 'open' and slot.is_hidden)
    and slot.created_at < least(session_credit.lapses_at, ${now}::timestamptz)
    and slot.starts_at > usable.since + make_interval(hours => coalesce(availability.notice_hours, 0))
    and (slot.mentee_id = of_credit.mentee_id or (
      slot.starts_at > greatest(usable.since, slot.created_at)
        + make_interval(hours => coalesce(availability.notice_hours, 0) + 1)
      and slot.ends_at - slot.starts_at >= interval '30 minutes'
      and ${wasOpen} and not (${wasShut(now)}))))`

/** To others, too: not made for one mentee, nor the time that the session of one was moved to by agreement. */
const wasOpen = sql<boolean>`(slot.status = 'open' or (
  slot.booked_at >= usable.since and slot.booked_at > slot.created_at
  and not exists (select from move_proposal
    where slot_id = slot.id and status = 'accepted' and decided_at >= slot.booked_at)))`

/**
 * To this mentee, but for a day at most of the time in which it could have been booked: by the mentor's suspension, or by
 * the mentor's own block.
 */
const wasShut = (now: Date) => sql<boolean>`
  exists (select from sanction where account_id = slot.mentor_id and kind = 'suspend'
    and started_at <= least(greatest(usable.since, slot.created_at) + interval '1 day', slot.starts_at)
    and coalesce(ended_at, ends_at) >= least(slot.starts_at, session_credit.lapses_at, ${now}::timestamptz))
  or exists (select from blocked_person where account_id = slot.mentor_id and person_id = of_credit.mentee_id
    and blocked_person.created_at
      <= least(greatest(usable.since, slot.created_at) + interval '1 day', slot.starts_at))`

/** Which of them could not be used because there was nothing to book; none of a mentee who is shut out for good. */
export const findWithoutTimes = async (db: Db, ids: readonly string[], now: Date): Promise<Set<string>> =>
  ids.length === 0
    ? new Set()
    : new Set(
        (
          await db
            .selectFrom('sessionCredit')
            .select('sessionCredit.id')
            .where('sessionCredit.id', '=', anyOf(ids))
            .where(({ not }) => not(hadTimes(now)))
            .where(
              sql<boolean>`not exists (select 1 from enrollment join sanction on sanction.account_id = enrollment.mentee_id
                where enrollment.id = session_credit.enrollment_id and kind = 'block' and sanction.ended_at is null)`,
            )
            .execute()
        ).map(({ id }) => id),
      )
