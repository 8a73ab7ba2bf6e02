import { limits } from '@marga/contract/limits'
import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { WritingRights } from './conversations.service.ts'

type Deps = { clock: Clock; enrollments: Enrollments; blockedPeople: BlockedPeople }

/** A live enrollment lets a pair write, and so does an intro call that is booked or was held within 7 days. */
export function createWritingRights({ clock, enrollments, blockedPeople }: Deps): WritingRights {
  return {
    async canWrite(db: Db, pair) {
      if ((await isAccountBlocked(db, pair)) || (await blockedPeople.isBlocked(db, pair))) return false
      return (await enrollments.isLive(db, pair)) || hasRecentIntro(db, pair, clock.now())
    },

    /** Before the first payment of the pair. */
    isMasked: async (db: Db, pair) => !(await enrollments.wasEver(db, pair)),
  }
}

type Pair = { menteeId: string; mentorId: string }

const isAccountBlocked = async (db: Db, pair: Pair) =>
  (await db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', [pair.menteeId, pair.mentorId])
    .where('isBlocked', '=', true)
    .executeTakeFirst()) !== undefined

const hasRecentIntro = async (db: Db, pair: Pair, now: Date) =>
  (await db
    .selectFrom('slot')
    .select('id')
    .where('menteeId', '=', pair.menteeId)
    .where('mentorId', '=', pair.mentorId)
    .where('type', '=', 'intro')
    .where('status', 'in', ['booked', 'completed'])
    .where('endsAt', '>', after(now, -daysMs(limits.introWritableAfterDays)))
    .executeTakeFirst()) !== undefined
