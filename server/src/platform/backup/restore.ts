import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { applyMigrations, listMigrations, restoreMark, underMigrationLock } from '../db/migrate.ts'
import { installationLock, isLockTaken } from '../db/process-locks.ts'
import { copyImages, type ImageOf, listImageFiles } from './images.ts'
import { BackupError, type Manifest, markOf, readManifest } from './manifest.ts'
import { copyPages, listPages, pagesOfBackup } from './pages.ts'
import { copyIn, dropEverything, listTables, readJobsVersion, setSequences, withoutChecks } from './tables.ts'

export type RestoreOptions = {
  pool: pg.Pool
  source: string
  migrationsFolder: string
  /** Makes the tables of the jobs. */
  migrateJobs: () => Promise<unknown>
  uploads: { folder: string; imageOf: ImageOf }
  pagesFolder: string
  /** Undefined: it lies in `secretFile`. */
  tokenSecret: string | undefined
  secretFile: string
  /** Removes what is there. */
  isReplacing: boolean
  now: () => Date
}

/**
 * Puts a backup back. All of it is looked at before anything is changed; until it is complete, no
 * server starts on the database.
 * @throws BackupError
 */
export async function restoreBackup(
  options: RestoreOptions,
): Promise<{ manifest: Manifest; notes: string[] }> {
  const manifest = await readManifest(options.source)
  const known = await listMigrations(options.migrationsFolder)
  const unknown = manifest.migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new BackupError(
      `The backup was made by a newer version of this software, which has ${unknown.at(-1)}. Install that version first.`,
    )
  const notes: string[] = []
  await underMigrationLock(options.pool, async (client) => {
    await requireFree(client, options)
    await requireEmpty(client, options)
    await client.query(
      `create table if not exists ${restoreMark} (begun_at timestamptz not null default now())`,
    )
    if (options.isReplacing) await dropEverything(client, restoreMark)
    await applyMigrations(client, manifest.migrations, options.migrationsFolder)
    await options.migrateJobs()
    await requireKnownJobs(client, manifest)
    await fill(client, manifest, options.source)
    await applyMigrations(
      client,
      known.filter((name) => !manifest.migrations.includes(name)),
      options.migrationsFolder,
    )
    await putImages(options, notes)
    await putPages(options, notes)
    await putSecret(options, manifest, notes)
    await client.query(`drop table ${restoreMark}`)
    await client.query('analyze')
  }).catch((error: Error) => {
    // The next try names only what it sets aside itself.
    if (notes.length === 0) throw error
    throw new BackupError(`${error.message}. ${notes.join(' ')}`, { cause: error })
  })
  if (manifest.picturesAreElsewhere)
    notes.push('The pictures are in the store that speaks S3, of which this backup holds none.')
  else if (manifest.missingPictures > 0)
    notes.push(`${manifest.missingPictures} pictures were missing already when the backup was made.`)
  return { manifest, notes }
}

async function requireFree(client: pg.PoolClient, { pool }: RestoreOptions) {
  const { space, name } = installationLock
  // An address may name the connections of a server otherwise; the lock it holds all the same.
  const { rows } = await client.query<{ isServed: boolean }>(
    `select ${isLockTaken(space, `'${name}'`)} or exists (select from pg_stat_activity
       where datname = current_database() and application_name like 'marga%' and application_name <> $1)
       as "isServed"`,
    [pool.options.application_name],
  )
  if (rows[0]!.isServed)
    throw new BackupError(
      'A server is running on this database. Stop it first: it would write while the backup is put back.',
    )
}

async function requireEmpty(client: pg.PoolClient, { isReplacing, uploads, pagesFolder }: RestoreOptions) {
  if (isReplacing) return
  const tables = (await listTables(client)).filter(({ name }) => name !== restoreMark)
  const hasMark = (await client.query('select to_regclass($1) as mark', [`public.${restoreMark}`])).rows[0]
    ?.mark
  const pictures = await listImageFiles(uploads.folder, uploads.imageOf)
  const pages = await listPages(pagesFolder)
  if (tables.length === 0 && pictures.length === 0 && pages.length === 0) return
  const what = hasMark
    ? 'A restore into this database did not come to its end.'
    : tables.length > 0
      ? `The database is not empty: it has ${tables.length} tables.`
      : pictures.length > 0
        ? `The folder ${uploads.folder} is not empty: it has ${pictures.length} pictures.`
        : `The folder ${pagesFolder} is not empty: it has ${pages.join(', ')}.`
  throw new BackupError(
    `${what} Say --replace to remove the tables that are there, for good, and to set the files aside.`,
  )
}

async function requireKnownJobs(client: pg.PoolClient, manifest: Manifest) {
  const version = await readJobsVersion(client)
  if (manifest.jobsVersion > version)
    throw new BackupError(
      'The backup was made by a newer version of this software, with newer tables of jobs.',
    )
}

async function fill(client: pg.PoolClient, manifest: Manifest, source: string) {
  await client.query('begin')
  try {
    await withoutChecks(client, async () => {
      // Migrations bring rows too, and the backup has them as they were.
      const names = manifest.tables.map(({ schema, name }) => `"${schema}"."${name}"`)
      await client.query(`truncate ${names.join(', ')}`)
      for (const table of manifest.tables) {
        const rows = await copyIn(client, table, source)
        if (rows !== table.rows)
          throw new BackupError(`Of ${table.rows} rows of ${table.name} only ${rows} could be put back.`)
      }
    })
    await setSequences(client, manifest.sequences)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function putImages({ uploads, source, isReplacing, now }: RestoreOptions, notes: string[]) {
  if (isReplacing && (await listImageFiles(uploads.folder, uploads.imageOf)).length > 0) {
    const aside = await setAside(uploads.folder, now())
    notes.push(`The pictures that were there are in ${aside} now; remove them when all is well.`)
  }
  await mkdir(uploads.folder, { recursive: true })
  await copyImages(join(source, 'uploads'), uploads.folder, uploads.imageOf)
}

/**
 * Those that were there may be newer than the backup, and nothing else may hold them. Where the backup has none they
 * stay: without them people would be shown, and agree to, the product's own.
 */
async function putPages({ pagesFolder, source, isReplacing, now }: RestoreOptions, notes: string[]) {
  const pages = join(source, pagesOfBackup)
  const there = await listPages(pagesFolder)
  if (there.length > 0 && (await listPages(pages)).length === 0) {
    notes.push(`The backup has no legal pages: those of ${pagesFolder} stay.`)
    return
  }
  if (isReplacing && there.length > 0) {
    // Copied, since the folder may be a mounted one, which cannot be renamed.
    const aside = besideOf(pagesFolder, now())
    await copyPages(pagesFolder, aside)
    for (const name of there) await rm(join(pagesFolder, name))
    notes.push(
      `The legal pages that were there are in ${aside} now: where they are newer than the backup, copy them back.`,
    )
  }
  await copyPages(pages, pagesFolder)
}

async function setAside(folder: string, now: Date): Promise<string> {
  const aside = besideOf(folder, now)
  await rename(folder, aside)
  return aside
}

const besideOf = (folder: string, now: Date) =>
  `${folder}.before-${now.toISOString().replace(/\D/g, '').slice(0, 14)}`

/** Without the same secret, two-step sign-in cannot be opened and everybody is signed out. */
async function putSecret(options: RestoreOptions, manifest: Manifest, notes: string[]) {
  const { tokenSecret, secretFile, source } = options
  const kept = join(source, 'token.secret')
  if (tokenSecret !== undefined) {
    if (markOf(tokenSecret) !== manifest.secretMark)
      notes.push(
        'TOKEN_SECRET is not the one of the backup: everybody has to sign in again, and two-step sign-in cannot be opened. Set the old one before the start.',
      )
  } else if (existsSync(kept)) await copyFile(kept, secretFile)
  else
    notes.push(
      'The backup was made with a TOKEN_SECRET of the environment, which is not in it. Set the same one before the start.',
    )
}
