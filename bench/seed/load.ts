import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

type Cell = string | number | boolean | null | Date | readonly string[]

/** Streams rows into a table by COPY; `columns` as the table names them. Returns how many. */
export async function load(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Promise<number> {
  let count = 0
  function* lines() {
    let chunk = ''
    for (const row of rows) {
      count++
      chunk += `${row.map(cellText).join('\t')}\n`
      if (chunk.length > 64_000) {
        yield chunk
        chunk = ''
      }
    }
    yield chunk
  }
  await pipeline(Readable.from(lines()), client.query(copyFrom(`copy ${table} (${columns}) from stdin`)))
  return count
}

/** One value in COPY's text format. */
function cellText(cell: Cell): string {
  if (cell === null) return '\\N'
  if (cell instanceof Date) return cell.toISOString()
  if (Array.isArray(cell)) return escaped(`{${cell.map((part) => JSON.stringify(part)).join(',')}}`)
  return escaped(String(cell))
}

const escaped = (text: string) =>
  text.replace(/\\/g, '\\\\').replace(/\t/g, '\\t').replace(/\n/g, '\\n').replace(/\r/g, '\\r')
