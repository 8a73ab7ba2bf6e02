import { limits } from '@marga/contract/limits'
import { sql } from 'kysely'
import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { isBlockBetween } from '../accounts/blocked-people.rules.ts'
import { givesAccess } from '../enrollments/enrollments.rules.ts'
import type { Pair } from './chat.queries.ts'

export type Rights = {
  canWrite: boolean
  /** Whether contact details in what they write are hidden: before the first payment of the pair. */
  isMasked: boolean
}

/** A live enrollment lets a pair write, and so does an intro call that is booked or was held within 7 days. */
export function createChatPolicy({ clock }: { clock: Clock }) {
  /** Of each pair, in their order, by one statement for all of them. */
  async function ofAll(db: Db, pairs: readonly Pair[]): Promise<Rights[]> {
    if (pairs.length === 0) return []
    const now = clock.now()
    const rows = await findRights(db, pairs, now)
    return rows.map(({ isClosed, isEverEnrolled, status, periodEnd, hasRecentIntro, ...of }) => ({
      canWrite:
        !isClosed &&
        (hasRecentIntro || (status !== null && givesAccess({ ...of, status, periodEnd: periodEnd! }, now))),
      isMasked: !isEverEnrolled,
    }))
  }

  return {
    ofAll,
    canWrite: async (db: Db, pair: Pair): Promise<boolean> => (await ofAll(db, [pair]))[0]!.canWrite,
  }
}
export type ChatPolicy = ReturnType<typeof createChatPolicy>

const findRights = (db: Db, pairs: readonly Pair[], now: Date) =>
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
      'live.pausedFrom',
      'live.pausedUntil',
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
