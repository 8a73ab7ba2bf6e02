import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** In a query's own words: whether one of the two, given as columns, has blocked the other. */
export const isBlockBetween = (mentee: string, mentor: string): RawBuilder<SqlBool> => sql`exists (
  select 1 from blocked_person
  where (account_id, person_id) in
    ((${sql.ref(mentee)}, ${sql.ref(mentor)}), (${sql.ref(mentor)}, ${sql.ref(mentee)})))`
