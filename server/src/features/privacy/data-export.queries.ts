import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
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

/** Of which a person may have written, or been told, without end: what does not fit is the oldest. */
const newestFirst: readonly ExportedTable[] = ['message', 'communityMessage', 'notification']

/** So many rows are in memory beside those that are kept. */
const rowsAtOnce = 500

/** How many characters of JSON still fit into the answer. */
export type ExportRoom = { chars: number }

/**
 * Takes the rows a few at a time until the room is used up.
 * @returns `isWhole` when there are no more
 */
export async function findExportedRows(
  tx: Tx,
  section: ExportSection,
  member: Member,
  room: ExportRoom,
): Promise<{ rows: ExportedRow[]; isWhole: boolean }> {
  const select = selectRows(section, member)
  if (!select) return { rows: [], isWhole: true }
  await sql`declare exported no scroll cursor for ${select}`.execute(tx)
  const rows: ExportedRow[] = []
  const isWhole = await takeWhatFits(tx, rows, room)
  await sql`close exported`.execute(tx)
  return { rows, isWhole }
}

async function takeWhatFits(tx: Tx, rows: ExportedRow[], room: ExportRoom): Promise<boolean> {
  for (;;) {
    const page = await sql<ExportedRow>`fetch ${sql.lit(rowsAtOnce)} from exported`.execute(tx)
    for (const row of page.rows) {
      room.chars -= JSON.stringify(row).length
      if (room.chars < 0) return false
      rows.push(row)
    }
    if (page.rows.length < rowsAtOnce) return true
  }
}

function selectRows({ table, by }: ExportSection, { id, role }: Member) {
  const columns = columnsFor(table, role)
  if (columns.length === 0) return undefined
  const own = by === 'pair' ? `${role}Id` : by
  const isTheirs = throughWhat[table]?.(own, id) ?? sql`${sql.ref(own)} = ${id}`
  return sql`
    select ${sql.join(columns.map((column) => withoutOthers[`${table}.${column}`] ?? sql.ref(column)))} from ${sql.table(table)} where ${isTheirs}
    ${newestFirst.includes(table) ? sql`order by created_at desc` : sql``}`
}
