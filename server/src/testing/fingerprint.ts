import type { Database } from '../platform/db/database.ts'

/**
 * A hash of every row of every table, jobs included: two that are equal mean that nothing was written.
 * @param ignoring column that changes by itself
 */
export async function fingerprint({ pool }: Database, ignoring = ''): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker') order by 1`,
  )
  const { rows } = await pool.query<{ name: string; hash: string }>(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, md5(coalesce(string_agg(row, '|' order by row), '')) as hash
           from ${name} as one, lateral (select (to_jsonb(one) - '${ignoring}')::text as row) as rows`,
      )
      .join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
