import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { columnsFor, type ExportedTable } from './export-columns.rules.ts'

export type ExportedRow = Record<string, unknown>

/** By which column rows are a person's; `pair` is the column of the person's own side. */
export type ExportSection = { table: ExportedTable; by: string | 'pair'; isSingle?: true }

/** Rows that are a person's by what they belong to. */
const throughWhat: Partial<Record<ExportedTable, (own: string, id: string) => RawBuilder<unknown>>> = {
  applicationMessage: ofApplication,
  applicationCheck: ofApplication,
  liveNotes: (own, id) => sql`slot_id in (select id from slot where ${sql.ref(own)} = ${id})`,
  sessionCredit: ofEnrollment,
  refund: ofEnrollment,
  sessionCreditEvent: (own, id) =>
    sql`credit_id in (select id from session_credit where ${ofEnrollment(own, id)})`,
}
function ofEnrollment(own: string, id: string): RawBuilder<unknown> {
  return sql`enrollment_id in (select id from enrollment where ${sql.ref(own)} = ${id})`
}

function ofApplication(own: string, id: string): RawBuilder<unknown> {
  return sql`application_id in (select id from application where ${sql.ref(own)} = ${id})`
}

/** Of a review that was removed the words: not of whom, who may have complained about it, nor what they replied. */
const withoutOthers: Partial<Record<string, RawBuilder<unknown>>> = {
  'sanction.content': sql`content #- '{row,mentorId}' #- '{row,reply}' as content`,
}

export async function findExportedRows(
  db: Db,
  { table, by }: ExportSection,
  { id, role }: Member,
): Promise<ExportedRow[]> {
  const columns = columnsFor(table, role)
  if (columns.length === 0) return []
  const own = by === 'pair' ? `${role}Id` : by
  const isTheirs = throughWhat[table]?.(own, id) ?? sql`${sql.ref(own)} = ${id}`
  const { rows } = await sql<ExportedRow>`
    select ${sql.join(columns.map((column) => withoutOthers[`${table}.${column}`] ?? sql.ref(column)))} from ${sql.table(table)} where ${isTheirs}
    ${table === 'message' ? sql`order by created_at` : sql``}`.execute(db)
  return rows
}
