import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { administrate, dropDatabase, withDatabase } from '../../testing/databases.ts'
import { newId } from '../clock.ts'
import { holdMigrationsBack, migrate } from './migrate.ts'

const adminUrl = inject('engines').server ?? inject('engines').embedded
let name: string
let folder: string
let pool: pg.Pool
beforeEach(async () => {
  name = `marga_migrate_${newId().replaceAll('-', '')}`
  await administrate(adminUrl, `create database ${name}`)
  folder = mkdtempSync(join(tmpdir(), 'marga-migrate-'))
  pool = newPool()
  write('1_person.sql', 'create table person (id int primary key, age int);')
  await migrate(pool, folder)
})
afterEach(async () => {
  await pool.end()
  await dropDatabase(adminUrl, name)
  rmSync(folder, { recursive: true, force: true })
})

const newPool = () => {
  const made = new pg.Pool({ connectionString: withDatabase(adminUrl, name), statement_timeout: 4_000 })
  // The database goes while the last connections are closing.
  made.on('error', () => {})
  return made
}
const write = (file: string, sql: string) => writeFileSync(join(folder, file), sql)

it('gives way to whoever reads the table, lets others pass meanwhile, and gets its turn', async () => {
  write('2_height.sql', 'alter table person add column height int;')
  const reader = await pool.connect()
  await reader.query('begin; select from person')
  let gaveWay = 0
  const others: Promise<unknown>[] = []
  await migrate(pool, folder, {
    lockTimeoutMs: 50,
    onGivenWay() {
      // Whoever comes now is not stuck behind the waiting migration.
      others.push(pool.query('select from person'))
      if (++gaveWay === 3) others.push(reader.query('commit'))
    },
  })
  await Promise.all(others)
  reader.release()
  expect(gaveWay).toBeGreaterThanOrEqual(3)
  await pool.query('select height from person')
})

it('ends with the reason when the table is never free, and leaves nothing behind', async () => {
  write('2_height.sql', 'alter table person add column weight int; alter table person add column height int;')
  const reader = await pool.connect()
  await reader.query('begin; select from person')
  const started = migrate(pool, folder, { lockTimeoutMs: 20, maxWaitMs: 60 })
  await expect(started).rejects.toThrow(
    'Migration 2_height.sql failed: canceling statement due to lock timeout',
  )
  await reader.query('commit')
  reader.release()
  expect((await pool.query('select name from migration')).rows).toEqual([{ name: '1_person.sql' }])
  await expect(pool.query('select weight from person')).rejects.toThrow('does not exist')
})

it('takes longer than a request may, where it must', async () => {
  write('2_slow.sql', 'select pg_sleep(5);')
  expect(await migrate(pool, folder)).toEqual(['2_slow.sql'])
})

it('is done once by whichever of several processes comes first, while the others wait as long as it takes', async () => {
  write('2_slow.sql', 'select pg_sleep(5); insert into person values (1, 1);')
  const pools = [newPool(), newPool(), newPool()]
  const done = await Promise.all(pools.map((one) => migrate(one, folder)))
  expect(done.flat()).toEqual(['2_slow.sql'])
  for (const one of pools) await one.end()
})

it('waits for a backup that is being taken, and starts at once when there is nothing to do', async () => {
  const backup = await pool.connect()
  await holdMigrationsBack(backup)
  expect(await migrate(pool, folder)).toEqual([])
  write('2_height.sql', 'alter table person add column height int;')
  let isDone = false
  const migrating = migrate(pool, folder).then(() => {
    isDone = true
  })
  const asks =
    "select from pg_stat_activity where query like 'select pg_try_advisory_lock(%' and datname = current_database()"
  await expect.poll(async () => (await pool.query(asks)).rowCount).toBeGreaterThan(0)
  await sleep(300)
  expect(isDone).toBe(false)
  backup.release(true)
  await migrating
})

it('builds an index outside a transaction while others write', async () => {
  write(
    '2_index.sql',
    '-- outside a transaction\ndrop index concurrently if exists person_age;\ncreate index concurrently person_age on person (age);',
  )
  expect(await migrate(pool, folder)).toEqual(['2_index.sql'])
  const { rows } = await pool.query(
    "select indisvalid as ok from pg_index where indexrelid = 'person_age'::regclass",
  )
  expect(rows).toEqual([{ ok: true }])
})

it('builds it also while other processes wait for their turn, and a backup for its own', async () => {
  write(
    '2_index.sql',
    '-- outside a transaction\nselect pg_sleep(1);\ncreate index concurrently person_age on person (age);',
  )
  const pools = [newPool(), newPool(), newPool()]
  const backup = await pool.connect()
  await backup.query('set statement_timeout = 0')
  const done = Promise.all(pools.map((one) => migrate(one, folder)))
  await sleep(300)
  const waiting = holdMigrationsBack(backup).then(() => backup.release(true))
  expect((await done).flat()).toEqual(['2_index.sql'])
  await waiting
  for (const one of pools) await one.end()
})

it('says what is wrong in a migration, and applies none of it', async () => {
  write('2_wrong.sql', 'insert into person values (1, 1); select nonsense;')
  await expect(migrate(pool, folder)).rejects.toThrow(
    'Migration 2_wrong.sql failed: column "nonsense" does not exist',
  )
  expect((await pool.query('select from person')).rowCount).toBe(0)
})
