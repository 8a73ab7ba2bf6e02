import type { MovableStage } from '@marga/contract/vetting'
import type { Db } from '../../platform/db/database.ts'

/** Only while it waits for a decision: of a move and a decision at once the decision stands. */
export const moveApplication = (db: Db, mentorId: string, stage: MovableStage) =>
  db
    .updateTable('application')
    .set({ stage })
    .where('mentorId', '=', mentorId)
    .where('status', '=', 'received')
    .returning('id')
    .executeTakeFirst()

/** Held as it is: nothing is ticked of an application that is decided meanwhile. */
export const lockApplication = (db: Db, id: string) =>
  db
    .selectFrom('application')
    .select(['id', 'mentorId', 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

type Tick = { applicationId: string; item: string; evidence: string; moderatorId: string; checkedAt: Date }

export const tick = (db: Db, { applicationId, item, ...by }: Tick) =>
  db
    .insertInto('applicationCheck')
    .values({ applicationId, item, ...by })
    .onConflict((conflict) => conflict.columns(['applicationId', 'item']).doUpdateSet(by))
    .execute()

export const untick = (db: Db, applicationId: string, item: string) =>
  db
    .deleteFrom('applicationCheck')
    .where('applicationId', '=', applicationId)
    .where('item', '=', item)
    .execute()

/** With who ticked it, unless that account is gone. */
export const findChecks = (db: Db, applicationId: string) =>
  db
    .selectFrom('applicationCheck')
    .leftJoin('account', (join) =>
      join.onRef('account.id', '=', 'applicationCheck.moderatorId').on('account.deletedAt', 'is', null),
    )
    .select(['item', 'evidence', 'checkedAt', 'account.firstName', 'account.lastName'])
    .where('applicationId', '=', applicationId)
    .execute()
export type CheckRow = Awaited<ReturnType<typeof findChecks>>[number]
