import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Db } from './database.ts'
import { keepQuery, prepared, preparedOne } from './prepared-statements.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** On one connection. @returns the texts of which PostgreSQL keeps a plan there, after `ask` */
const keptAfter = (ask: (db: Db) => Promise<unknown>) =>
  test.app.db.query.connection().execute(async (db) => {
    await ask(db as Db)
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      db,
    )
    return rows.map(({ statement }) => statement)
  })

const accountOf = (db: Db, id: string) => db.selectFrom('account').select('firstName').where('id', '=', id)

describe('a statement', () => {
  it('that is marked keeps its plan from the first time on, and says what it finds', async () => {
    const id = crypto.randomUUID()
    await sql`insert into account (id, role, email, first_name, last_name, created_at)
      values (${id}, 'mentee', 'meera@example.com', 'Meera', 'Rao', now())`.execute(test.app.db.query)
    const kept = await keptAfter(async (db) => {
      expect(await preparedOne(db, accountOf(db, id))).toEqual({ firstName: 'Meera' })
      expect(await preparedOne(db, accountOf(db, crypto.randomUUID()))).toBeUndefined()
    })
    expect(kept).toContain(accountOf(test.app.db.query, id).compile().sql)
  })

  it('that is written as text does, too, and its columns are called as others are', async () => {
    const ask = (db: Db) => prepared(db, sql`select ${'here'}::text as said_by`)
    const kept = await keptAfter(async (db) => expect(await ask(db)).toEqual([{ saidBy: 'here' }]))
    expect(kept).toContain('select $1::text as said_by')
  })

  it('that is built once does, with what each call gives', async () => {
    const said = keepQuery((db: Db, { word }: { word: string }) =>
      db.selectNoFrom(sql<string>`${word}::text || '!'`.as('saidLoud')),
    )
    const kept = await keptAfter(async (db) => {
      expect(await said(db, { word: 'yes' })).toEqual([{ saidLoud: 'yes!' }])
      expect(await said(db, { word: 'no' })).toEqual([{ saidLoud: 'no!' }])
    })
    expect(kept.filter((text) => text.includes("|| '!'"))).toHaveLength(1)
  })

  it('that nobody has marked does not, however often it comes', async () => {
    const ask = (db: Db) => db.selectFrom('account').select('lastName').where('id', '=', crypto.randomUUID())
    const kept = await keptAfter(async (db) => {
      for (let time = 0; time < 8; time++) await ask(db).execute()
    })
    expect(kept).not.toContain(ask(test.app.db.query).compile().sql)
  })

  it.each([
    ['all columns', sql`select * from account where id = ${crypto.randomUUID()}::uuid`],
    ['all columns of one table', sql`select account.* from account where id = ${crypto.randomUUID()}::uuid`],
    [
      'all columns of what it wrote',
      sql`delete from account where id = ${crypto.randomUUID()}::uuid returning *`,
    ],
  ])('that gives %s cannot be marked', async (_, query) => {
    await expect(prepared(test.app.db.query, query)).rejects.toThrow('must name its columns')
  })

  it('is answered as before when a column is added meanwhile', async () => {
    const db = test.app.db.query
    await sql`create table kept_plan (id integer, name text)`.execute(db)
    await sql`insert into kept_plan values (1, 'one')`.execute(db)
    await keptAfter(async (one) => {
      const ask = () => prepared(one, sql`select id, name from kept_plan where id = ${1}`)
      for (let time = 0; time < 8; time++) expect(await ask()).toEqual([{ id: 1, name: 'one' }])
      await sql`alter table kept_plan add column more text`.execute(one)
      expect(await ask()).toEqual([{ id: 1, name: 'one' }])
    })
  })
})
