import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { AppError } from '../errors.ts'
import { isUnavailable } from './conflicts.ts'
import { type Database, openDatabase } from './database.ts'

let db: Database
let noteBreak: () => void
let hasBroken: Promise<void>
beforeEach(() => {
  hasBroken = new Promise((resolve) => {
    noteBreak = resolve
  })
  const url = inject('engines').server ?? inject('engines').embedded
  db = openDatabase({ url, poolSize: 1, onError: () => noteBreak() })
})
afterEach(() => db.close())

const endOwnConnection = () => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db.query)
const errorOf = (work: () => Promise<unknown>) =>
  db.transact(work).then(
    () => undefined,
    (error: unknown) => error,
  )

it('calls the database unavailable when a connection breaks under a statement, and serves the next', async () => {
  expect(isUnavailable(await errorOf(endOwnConnection))).toBe(true)
  expect(await errorOf(() => sql`select 1`.execute(db.query))).toBeUndefined()
})

it('calls it unavailable when the connection broke before the rollback, whose error hides the first', async () => {
  const error = await errorOf(async () => {
    await endOwnConnection().catch(() => {})
    await hasBroken
    throw new AppError('not_found')
  })
  expect(isUnavailable(error)).toBe(true)
  expect(await errorOf(() => sql`select 1`.execute(db.query))).toBeUndefined()
})

it('calls it unavailable while its name is not to be looked up, or no way leads to it', () => {
  for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
    expect([code, isUnavailable(Object.assign(new Error(code), { code }))]).toEqual([code, true])
})

it('calls it unavailable where it takes no writes, as one that waits to be the first', async () => {
  const error = await errorOf(async () => {
    await sql`set transaction read only`.execute(db.query)
    await sql`create table nothing ()`.execute(db.query)
  })
  expect(isUnavailable(error)).toBe(true)
})

it('names the zone that the database does not know', async () => {
  const error = await errorOf(() => sql`select now() at time zone 'Nowhere/City'`.execute(db.query))
  expect(error).toMatchObject({
    code: 'invalid_request',
    fields: { timeZone: 'This is not a known time zone.' },
  })
})
