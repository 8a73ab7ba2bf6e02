import { limits } from '@marga/contract/limits'
import { sql } from 'kysely'
import { after, daysMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'
import type { Pair } from './chat.queries.ts'

/** What decides who may write, of each pair, in their order. */
export const findRights = (db: Db, pairs: readonly Pair[], now: Date) =>
  db
    .selectFrom(
      sql<Pair & { place: number }>`unnest(${pairs.map(({ menteeId }) => menteeId)}::uuid[],
        ${pairs.map(({ mentorId }) => mentorId)}::uuid[]) with ordinality`.as<'pair'>(
        sql`pair (mentee_id, mentor_id, place)`,
      ),
    )
    .leftJoin('enrollment as live', (join) =>
      join
        .onRef('live.menteeId', '=', 'pair.menteeId')
        .onRef('live.mentorId', '=', 'pair.mentorId')
        .on('live.status', '!=', 'ended'),
    )
    .select([
      'live.status',
      'live.periodEnd',
      'live.pastDueSince',
      sql<boolean>`exists (select from account where id in (pair.mentee_id, pair.mentor_id) and is_blocked)
        or ${isBlockBetween('pair.menteeId', 'pair.mentorId')}`.as('isClosed'),
      sql<boolean>`exists (select from enrollment
        where mentee_id = pair.mentee_id and mentor_id = pair.mentor_id)`.as('isEverEnrolled'),
      sql<boolean>`exists (select from slot
        where mentee_id = pair.mentee_id and mentor_id = pair.mentor_id and type = 'intro'
          and status in ('booked', 'completed')
          and ends_at > ${after(now, -daysMs(limits.introWritableAfterDays))})`.as('hasRecentIntro'),
    ])
    .orderBy('pair.place')
    .execute()
