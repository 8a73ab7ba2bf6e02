import { existsSync, rmSync } from 'node:fs'
import { chmod, copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { imagesLocked, lockExclusively, tryLock, unlock } from '../db/advisory-lock.ts'
import { holdMigrationsBack, readApplied } from '../db/migrate.ts'
import { copyImages, type ImageOf, keepOnly } from './images.ts'
import { BackupError, formatVersion, type Manifest, markOf, writeManifest } from './manifest.ts'
import { copyPages, pagesOfBackup } from './pages.ts'
import { copyOut, isData, listTables, readJobsVersion, readSequences } from './tables.ts'

export type BackupOptions = {
  databaseUrl: string
  /** Must not exist; gets its name when it is complete. */
  target: string
  uploads: { folder: string; imageOf: ImageOf; areElsewhere: boolean }
  /** The operator's own texts of the legal pages, which need not be there. */
  pagesFolder: string
  tokenSecret: string
  /** Goes along when nobody else keeps it. */
  secretFile: string | undefined
  now: () => Date
}

/**
 * Writes everything as it was at one moment: all that was acknowledged before this was called, and
 * nothing half, while others go on reading and writing. One transaction sees one snapshot, however
 * long the copying takes.
 */
export async function takeBackup(options: BackupOptions): Promise<Manifest> {
  if (existsSync(options.target)) throw alreadyThere(options.target)
  const staging = `${options.target}.part`
  const client = new pg.Client({ connectionString: options.databaseUrl, application_name: 'marga backup' })
  // Whatever is asked of it then fails. Unheard, it would end the command before what is half there is removed.
  client.on('error', () => {})
  await client.connect()
  try {
    await claim(client, options.target)
    return await takeInto(staging, client, options)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Two at once would write into one folder, and the first to end would call complete what is half the other's. */
async function claim(client: pg.Client, target: string) {
  const { rows } = await client.query<{ isMine: boolean }>(tryLock, [`backup into ${target}`])
  if (rows[0]!.isMine) return
  throw new BackupError(`Another backup into ${target} is being made. Wait for it, or name another folder.`)
}

async function takeInto(staging: string, client: pg.Client, options: BackupOptions): Promise<Manifest> {
  // What one that was killed has left.
  await rm(staging, { recursive: true, force: true })
  const remove = () => rmSync(staging, { recursive: true, force: true })
  // A signal ends the command by an exit: each night's would leave a whole copy behind, under a name of its own.
  process.once('exit', remove)
  try {
    await mkdir(dirname(options.target), { recursive: true })
    await mkdir(join(staging, 'tables'), { recursive: true, mode: 0o700 })
    await chmod(staging, 0o700)
    const manifest = await writeInto(staging, client, options)
    await rename(staging, options.target).catch((error: NodeJS.ErrnoException) => {
      const isTaken = /^(ENOTEMPTY|EEXIST|ENOTDIR|EISDIR)$/.test(error.code ?? '')
      throw isTaken ? alreadyThere(options.target) : error
    })
    return manifest
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    throw error
  } finally {
    process.off('exit', remove)
  }
}

const alreadyThere = (target: string) =>
  new BackupError(
    `${target} is there already, and each backup gets a folder of its own. Name another one, such as ${join(target, 'monday')}, or name none.`,
  )

async function writeInto(staging: string, client: pg.Client, options: BackupOptions): Promise<Manifest> {
  const { folder, imageOf, areElsewhere } = options.uploads
  const pictures = join(staging, 'uploads')
  // Most of them beforehand: removals then wait for those alone that came meanwhile.
  await copyImages(folder, pictures, imageOf)
  await client.query('set statement_timeout = 0')
  await client.query(lockExclusively, [imagesLocked])
  const content = await inSnapshot(client, async () => {
    await copyImages(folder, pictures, imageOf)
    await client.query(unlock, [imagesLocked])
    return readDatabase(client, staging, options.now())
  })
  const found = await keepOnly(pictures, content.imageNames, imageOf)
  // An upload under way has its row already; its files come later, and nobody has been told of it.
  const shown = content.shownFiles.map(imageOf).filter((name) => name !== undefined)
  const missingPictures = new Set(shown.filter((name) => !found.has(name))).size
  await copyPages(options.pagesFolder, join(staging, pagesOfBackup))
  if (options.secretFile) await copyFile(options.secretFile, join(staging, 'token.secret'))
  const { imageNames: _, shownFiles: __, ...database } = content
  return writeManifest(staging, {
    format: formatVersion,
    ...database,
    missingPictures,
    picturesAreElsewhere: areElsewhere,
    secretMark: markOf(options.tokenSecret),
  })
}

async function inSnapshot<T>(client: pg.Client, read: () => Promise<T>): Promise<T> {
  await client.query(
    'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set datestyle = iso',
  )
  await holdMigrationsBack(client)
  await client.query('begin isolation level repeatable read read only')
  // The first statement takes the snapshot.
  await client.query('select txid_current_if_assigned()')
  const result = await read()
  await client.query('commit')
  return result
}

async function readDatabase(client: pg.Client, staging: string, now: Date) {
  const tables = await listTables(client)
  if (!tables.some(({ name }) => name === 'migration'))
    throw new BackupError('The database is empty: there is nothing to back up.')
  const { rows: version } = await client.query<{ postgres: string }>(
    "select current_setting('server_version') as postgres",
  )
  const copies = []
  for (const table of tables.filter(isData))
    copies.push(await copyOut(client, table, join(staging, 'tables')))
  const { rows: pictures } = await client.query<{ name: string }>(
    'select name from picture where removed_at is null',
  )
  const { rows: shown } = await client.query<{ url: string }>(
    'select profile_image_url as url from account where profile_image_url is not null',
  )
  return {
    takenAt: now.toISOString(),
    postgres: version[0]!.postgres,
    migrations: await readApplied(client),
    jobsVersion: await readJobsVersion(client),
    tables: copies,
    // They do not follow snapshots, and are ahead at most.
    sequences: await readSequences(client),
    imageNames: pictures.map(({ name }) => name),
    shownFiles: shown.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)),
  }
}
