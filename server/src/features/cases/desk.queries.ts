import type { CaseKind } from '@marga/contract/case-states'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Of those decided since then: how many, and the median of the hours from opening to decision. */
export const countDecided = async (db: Db, since: Date) =>
  (
    await sql<{ kind: CaseKind; decided: number; medianHours: number | null }>`
      select kind, count(*) as decided,
        percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at) / 3600) as median_hours
      from moderation_case
      where status = 'decided' and decided_at >= ${since} and decided_by is not null
      group by kind`.execute(db)
  ).rows

export const countAppeals = (db: Db) =>
  db
    .selectFrom('appeal')
    .select(({ fn }) => fn.countAll<number>().as('decided'))
    .select(sql<number>`count(*) filter (where outcome = 'upheld')`.as('upheld'))
    .where('outcome', 'is not', null)
    .executeTakeFirstOrThrow()

/** In force, and taken back by somebody. */
export const countSanctions = (db: Db) =>
  db
    .selectFrom('sanction')
    .select('kind')
    .select(sql<number>`count(*) filter (where ended_at is null)`.as('active'))
    .select(sql<number>`count(*) filter (where lifted_by is not null)`.as('lifted'))
    .groupBy('kind')
    .execute()
