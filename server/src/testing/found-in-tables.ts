import type { TestApp } from './test-app.ts'

/** Every column of every table, in their order. */
export const columnsOf = async (test: TestApp) =>
  (
    await test.app.db.pool.query<{ table: string; column: string; type: string }>(
      `select table_name as table, column_name as column, data_type as type from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' order by 1, ordinal_position`,
    )
  ).rows

/**
 * The columns that hold one of these words anywhere, as "table.column". Of mails only who gets them: one to somebody
 * else that named the person is that one's, and goes with its month.
 */
export async function foundInTables(test: TestApp, words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const { table, column } of await columnsOf(test)) {
    if (table === 'mail' && column !== 'recipient') continue
    const { rows } = await test.app.db.pool.query(
      `select 1 from "${table}" as row, unnest($1::text[]) as word
       where strpos(row."${column}"::text, word) > 0 limit 1`,
      [words],
    )
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}
