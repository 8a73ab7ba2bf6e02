import type { TestApp } from './test-app.ts'

/** Updates of the rows of which that column has that value fail, until the end of the returned function. */
export async function failUpdates(test: TestApp, table: string, column: string, id: string) {
  const name = `fails_${table}`
  const query = (sql: string) => test.app.db.pool.query(sql)
  await query(
    `create function ${name}() returns trigger language plpgsql as $$ begin raise 'a broken row'; end $$;
     create trigger ${name} before update on ${table} for each row
       when (new.${column} = '${id}') execute function ${name}()`,
  )
  return () => query(`drop trigger ${name} on ${table}; drop function ${name}()`)
}
