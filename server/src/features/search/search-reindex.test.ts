import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createDocumentIndex } from './search-reindex.queries.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('makes the index once, for however many who begin at the same time', async () => {
  const { pool } = test.app.db
  for (let round = 0; round < 10; round++) {
    await pool.query('drop index if exists mentor_search_document')
    await Promise.all(Array.from({ length: 6 }, () => createDocumentIndex(test.app.db)))
  }
  const { rows } = await pool.query(
    `select count(*)::int as count from pg_indexes where indexname = 'mentor_search_document'`,
  )
  expect(rows).toEqual([{ count: 1 }])
})
