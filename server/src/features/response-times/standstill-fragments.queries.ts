import type { Awaiting } from '@marga/contract/chat'
import { limits } from '@marga/contract/limits'
import { type RawBuilder, sql } from 'kysely'

/** The standstills that concern a pair, each named by its columns: because, starts_at and ends_at. */
export const standstillsOf = (menteeId: RawBuilder<unknown>, mentorId: RawBuilder<unknown>) => sql`(
    select case kind when 'person_block' then 'block' else kind end as because, starts_at, ends_at from (
      select kind, starts_at, ends_at from response_standstill as of_mentor
      where of_mentor.mentor_id = ${mentorId} and coalesce(of_mentor.mentee_id, ${menteeId}) = ${menteeId}
      union all
      select kind, starts_at, ends_at from response_standstill as of_mentee
      where of_mentee.mentor_id is null and of_mentee.mentee_id = ${menteeId}
    ) as of_pair where kind <> 'end')`

/**
 * Of a conversation whose clock stands still now: why, and until when; of several reasons the one that lasts longest,
 * and what follows at once for the same reason belongs to it, as with `standstillAt`. Where nothing has moved its
 * deadlines nothing stands it still, and nothing is looked up: that is nearly always, and with every message.
 */
export const currentStandstill = (now: Date): RawBuilder<Awaiting['standstill']> => sql`(
    case when conversation.waiting_since is null
      or (conversation.refundable_from > ${now} and conversation.answer_due_at = conversation.waiting_since + ${sql.lit(limits.answerHours)} * interval '1 hour'
        and conversation.refundable_from = conversation.silent_since + ${sql.lit(limits.silentDays * 24)} * interval '1 hour')
    then null else (
      select json_build_object(
        'because', because,
        'until', to_char(upper(span) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from (
        select because, unnest(range_agg(tstzrange(starts_at, ends_at))) as span
        from ${standstillsOf(sql.ref('conversation.mentee_id'), sql.ref('conversation.mentor_id'))} as standstill
        where ends_at is null or ends_at > ${now} group by because
      ) as spans
      where span @> ${now}::timestamptz
      order by upper(span) desc nulls first limit 1) end)`
