import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Asks often enough, on one connection. @returns what PostgreSQL keeps a plan of there */
async function keptAfter(text: string, values: unknown[], times = 5) {
  const client = await test.app.db.pool.connect()
  try {
    for (let time = 0; time < times; time++) await client.query(text, values)
    const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements')
    return rows.map(({ statement }) => statement)
  } finally {
    client.release()
  }
}

describe('a statement', () => {
  it('that comes again keeps its plan', async () => {
    const text = 'select id from account where id = $1::uuid and 1 = 1'
    expect(await keptAfter(text, [crypto.randomUUID()])).toContain(text)
  })

  it('that comes once does not', async () => {
    const text = 'select id from account where id = $1::uuid and 2 = 2'
    expect(await keptAfter(text, [crypto.randomUUID()], 1)).not.toContain(text)
  })

  it.each([
    ['gives whatever columns there are', 'select * from account where id = $1::uuid', crypto.randomUUID()],
    ['searches words', 'select mentor_id from mentor_search where document @@ $1::tsquery', "'go'"],
    ['searches a part of a name', 'select id from account where first_name like $1', 'a%'],
  ])('that %s does not, however often it comes', async (_, text, value) => {
    expect(await keptAfter(text, [value])).not.toContain(text)
  })

  it('is answered as before when a column is added meanwhile', async () => {
    const { pool } = test.app.db
    await pool.query('create table kept_plan (id integer, name text)')
    const ask = async () => (await pool.query('select id, name from kept_plan where id = $1', [1])).rows
    await pool.query('insert into kept_plan values (1, $1)', ['one'])
    for (let time = 0; time < 8; time++) expect(await ask()).toEqual([{ id: 1, name: 'one' }])
    await pool.query('alter table kept_plan add column more text')
    expect(await ask()).toEqual([{ id: 1, name: 'one' }])
  })
})
