import type { MemberRole } from '@marga/contract/roles'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * By whose doing the two of each session could not meet for it, or not any more; the database notes it with the block.
 * The first, where it was both.
 */
export const findClosures = (db: Db, slotIds: readonly string[]) =>
  db
    .selectFrom('roomClosure')
    .distinctOn('slotId')
    .select(['slotId', 'closedBy', 'closedAt'])
    .$narrowType<{ closedBy: MemberRole }>()
    .where('slotId', '=', anyOf(slotIds))
    .orderBy('slotId')
    .orderBy('closedAt')
    .orderBy('closedBy')
    .execute()
export type ClosureRow = Awaited<ReturnType<typeof findClosures>>[number]
