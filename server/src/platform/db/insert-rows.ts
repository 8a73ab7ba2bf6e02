import { type Insertable, sql } from 'kysely'
import type { Db } from './database.ts'
import type { DB } from './types.generated.ts'

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Begins an insert of rows that all name the same columns, in their order, as one parameter: by `values` there is one
 * for each field, and PostgreSQL takes no more than 65,535 of them. Not for columns of bytes. `rows` must not be empty.
 */
export function insertRows<T extends keyof DB & string>(
  db: Db,
  table: T,
  rows: readonly Insertable<DB[T]>[],
) {
  const fields = Object.keys(rows[0]!)
  const columns = sql.join(fields.map((field) => sql.ref(snakeCase(field))))
  const given = JSON.stringify(rows.map((row) => toColumns(row, fields)))
  const source = sql`select ${columns} from json_populate_recordset(null::${sql.table(snakeCase(table))}, ${given}::json)`
  return db
    .insertInto<T>(table)
    .columns(fields as never)
    .expression(source as never)
}

/** A row that lacks a column would get null for it where the others' table says another default. */
function toColumns(row: object, fields: readonly string[]) {
  const entries = Object.entries(row)
  if (entries.length !== fields.length || !fields.every((field) => field in row))
    throw new Error(`rows of one insert name different columns: ${fields} and ${Object.keys(row)}`)
  return Object.fromEntries(entries.map(([field, value]) => [snakeCase(field), value]))
}
