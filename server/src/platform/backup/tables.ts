import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Manifest, TableCopy } from './manifest.ts'

/** Ours, and the jobs that wait: they belong to what they were committed with. */
export const schemas = ['public', 'graphile_worker']

const quote = (...parts: string[]) => parts.map((part) => pg.escapeIdentifier(part)).join('.')

/** `transactions`: those of the columns that hold numbers of transactions. */
type Table = { schema: string; name: string; columns: string[]; transactions: string[] }

/** Every table with the columns that can be written; what an extension brought is not ours. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
       coalesce(array_agg(a.attname::text) filter (where a.atttypid = 'xid8'::regtype), '{}') as transactions
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname = any($1) and c.relkind = 'r'
       and not exists (select from pg_depend d
         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by 1, 2 order by 1, 2`,
    [schemas],
  )
  return rows
}

/**
 * Which migrations the tables of the jobs have seen is the library's own note; walks that go on are told by numbers of
 * transactions, which another cluster has given to others.
 */
const notData = ['graphile_worker.migrations', 'public.former_list_time', 'public.mentor_search_past']

export const isData = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  !notData.includes(`${schema}.${name}`)

export async function readJobsVersion(client: pg.ClientBase): Promise<number> {
  const { rows: found } = await client.query<{ there: string | null }>(
    "select to_regclass('graphile_worker.migrations') as there",
  )
  if (!found[0]?.there) return 0
  const { rows } = await client.query<{ id: number }>('select max(id) as id from graphile_worker.migrations')
  return rows[0]?.id ?? 0
}

export async function readSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    'select schemaname::text as schema, sequencename::text as name from pg_sequences where schemaname = any($1) order by 1, 2',
    [schemas],
  )
  const found: Manifest['sequences'] = []
  for (const { schema, name } of rows) {
    const state = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quote(schema, name)}`,
    )
    found.push({ schema, name, ...state.rows[0]! })
  }
  return found
}

/**
 * Streams one table into a file, in PostgreSQL's own text format, which every version reads. Numbers of
 * transactions become 0, which every snapshot has seen: another cluster may have yet to give them, and its walks would
 * take the rows for newer than themselves.
 */
export async function copyOut(
  client: pg.Client,
  { schema, name, columns, transactions }: Table,
  folder: string,
): Promise<TableCopy> {
  const file = `${schema}.${name}.copy.gz`
  const values = columns.map((column) => (transactions.includes(column) ? "'0'::xid8" : quote(column)))
  const source = client.query(
    copyTo(`copy (select ${values.join(', ')} from ${quote(schema, name)}) to stdout`),
  )
  await pipeline(
    source,
    createGzip({ level: 4 }),
    createWriteStream(join(folder, file), { mode: 0o600, flush: true }),
  )
  return { schema, name, columns, rows: source.rowCount ?? 0, file: join('tables', file) }
}

/** @returns how many rows the table took */
export async function copyIn(client: pg.ClientBase, table: TableCopy, folder: string): Promise<number> {
  const target = client.query(
    copyFrom(`copy ${quote(table.schema, table.name)} (${listOf(table.columns)}) from stdin`),
  )
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), target)
  return target.rowCount ?? 0
}

const listOf = (columns: readonly string[]) => columns.map((column) => quote(column)).join(', ')

/** Foreign keys aside and triggers asleep, so that tables can be filled in any order; all of it checked at the end. */
export async function withoutChecks(client: pg.ClientBase, work: () => Promise<void>) {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as table, quote_ident(k.conname) as name,
       pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and n.nspname = any($1)`,
    [schemas],
  )
  const tables = (await listTables(client)).map(({ schema, name }) => quote(schema, name))
  for (const key of keys) await client.query(`alter table ${key.table} drop constraint ${key.name}`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  await work()
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  for (const key of keys)
    await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`)
}

export async function setSequences(client: pg.ClientBase, sequences: Manifest['sequences']) {
  for (const { schema, name, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quote(schema, name), value, isCalled])
}

/** Removes all tables, functions and sequences of ours, and leaves extensions, whoever made them. */
export async function dropEverything(client: pg.ClientBase, except: string) {
  // The second holds what keeps added jobs silent.
  await client.query('drop schema if exists graphile_worker, unannounced cascade')
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop table if exists public.%I cascade', c.relname) as statement, 1 as turn
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> $1
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     union all
     select format('drop sequence if exists public.%I cascade', c.relname), 2
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
     union all
     select format('drop function if exists %s cascade', p.oid::regprocedure), 3
     from pg_proc p where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
     order by turn`,
    [except],
  )
  for (const { statement } of rows) await client.query(statement)
}
