import pg from 'pg'
import { vi } from 'vitest'

/** How many rows the database answered while `work` ran: of this process, whoever asked. */
export async function countRowsRead(work: () => Promise<unknown>): Promise<number> {
  const results = pg.Result.prototype as unknown as { addRow(row: unknown): void }
  const read = vi.spyOn(results, 'addRow')
  try {
    await work()
    return read.mock.calls.length
  } finally {
    read.mockRestore()
  }
}
