import { sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared-statements.ts'
import { mentorCards } from './mentor-fragments.queries.ts'

/** Those of the mentors who are listed, in the order of the ids. */
export const findCards = (db: Db, mentorIds: readonly string[]) =>
  prepared(
    db,
    mentorCards(db)
      .where('account.id', '=', anyOf(mentorIds))
      .where('mentorSearch.mentorId', 'is not', null)
      .orderBy(sql`array_position(${mentorIds}::uuid[], account.id)`),
  )
