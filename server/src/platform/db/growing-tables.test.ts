import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** What PostgreSQL would do if the table were too large to be read whole. */
const planOf = (statement: string) =>
  test.app.db.transact(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`explain ${sql.raw(statement)}`.execute(tx)
    return rows.flatMap((row) => Object.values(row)).join('\n')
  })

describe('tables that grow with every day', () => {
  it.each([
    ['mails by their address', "select from mail where recipient = 'asha@example.com'", 'mail_to'],
    [
      'payments by their enrollment',
      "select from payment where enrollment_id = '00000000-0000-7000-8000-000000000000'",
      'payment_enrollment',
    ],
    [
      'the next process by those who are online at the one before',
      "select process_id from online where process_id > '00000000-0000-7000-8000-000000000000' order by process_id limit 1",
      'online_process',
    ],
    [
      'by when a row stood in its list',
      "select from former_list_time where row_id = '00000000-0000-7000-8000-000000000000' order by id limit 1",
      'former_list_time_row',
    ],
  ])('find %s by an index', async (_what, statement, index) => {
    expect(await planOf(statement)).toMatch(new RegExp(`Scan (using|on) ${index}\\b`))
  })
})
