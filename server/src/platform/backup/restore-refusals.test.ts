import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { imageOfFile } from '../../features/images/image-names.rules.ts'
import { administrate, dropDatabase, withDatabase } from '../../testing/databases.ts'
import { newModerator } from '../../testing/people.ts'
import { startTestApp, type TestApp, testTokenSecret } from '../../testing/test-app.ts'
import { makePair } from '../../testing/two-pairs.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { installationLock } from '../db/process-locks.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { takeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'

const migrationsFolder = join(import.meta.dirname, '../../migrations')
const adminUrl = inject('engines').server ?? inject('engines').embedded
const scratch = mkdtempSync(join(tmpdir(), 'marga-backup-'))
// As root the embedded database runs as another user, who must be able to enter.
chmodSync(scratch, 0o755)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
  const moderator = await newModerator(test)
  await makePair(test, moderator, 'first', 30)
})
afterAll(async () => {
  await test.close()
  for (const name of made) await dropDatabase(adminUrl, name)
  rmSync(scratch, { recursive: true, force: true })
})

const backUp = (name: string) =>
  takeBackup({
    databaseUrl: test.databaseUrl,
    target: join(scratch, name),
    uploads: { folder: test.app.uploadsDir, imageOf: imageOfFile, areElsewhere: false },
    pagesFolder: join(scratch, 'pages'),
    tokenSecret: testTokenSecret,
    secretFile: undefined,
    now: () => test.clock.now(),
  })

const made: string[] = []
async function emptyPlace() {
  const name = `marga_refused_${process.pid}_${made.length}`
  await administrate(adminUrl, `create database ${name}`)
  made.push(name)
  const databaseUrl = withDatabase(adminUrl, name)
  const folder = mkdtempSync(join(scratch, 'place-'))
  return {
    databaseUrl,
    uploadsFolder: join(folder, 'uploads'),
    pagesFolder: join(folder, 'pages'),
    async restore(backup: string, { isReplacing = false, migrations = migrationsFolder } = {}) {
      const pool = new pg.Pool({ connectionString: databaseUrl, max: 3, application_name: 'marga restore' })
      try {
        return await restoreBackup({
          pool,
          source: join(scratch, backup),
          migrationsFolder: migrations,
          migrateJobs: () => migrateJobs({ pool }),
          uploads: { folder: join(folder, 'uploads'), imageOf: imageOfFile },
          pagesFolder: join(folder, 'pages'),
          tokenSecret: testTokenSecret,
          secretFile: join(folder, 'token.secret'),
          isReplacing,
          now: () => new Date(),
        })
      } finally {
        await pool.end()
      }
    },
    async rows<T extends object>(text: string): Promise<T[]> {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      try {
        return (await client.query<T>(text)).rows
      } finally {
        await client.end()
      }
    },
  }
}

describe('a restore is refused, and changes nothing,', () => {
  beforeAll(async () => {
    await backUp('small')
  })
  const copyOf = (name: string, change: (folder: string) => void) => {
    cpSync(join(scratch, 'small'), join(scratch, name), { recursive: true })
    change(join(scratch, name))
  }
  const isUntouched = async (place: Awaited<ReturnType<typeof emptyPlace>>) =>
    (await place.rows("select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'"))
      .length === 0

  it('of a backup that newer software made', async () => {
    copyOf('newer', (folder) => {
      const file = join(folder, 'manifest.json')
      const manifest = JSON.parse(readFileSync(file, 'utf8'))
      writeFileSync(
        file,
        JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '29991231_more.sql'] }),
      )
    })
    const place = await emptyPlace()
    await expect(place.restore('newer')).rejects.toThrow(
      'newer version of this software, which has 29991231_more.sql',
    )
    expect(await isUntouched(place)).toBe(true)
  })

  it('of a backup that is damaged or incomplete', async () => {
    copyOf('damaged', (folder) => writeFileSync(join(folder, 'tables/public.account.copy.gz'), 'other'))
    copyOf('incomplete', (folder) => rmSync(join(folder, 'tables/public.slot.copy.gz')))
    const place = await emptyPlace()
    await expect(place.restore('damaged')).rejects.toThrow('public.account.copy.gz is not what was written')
    await expect(place.restore('incomplete')).rejects.toThrow('public.slot.copy.gz is missing')
    await expect(place.restore('nowhere')).rejects.toThrow('There is no backup in')
    expect(await isUntouched(place)).toBe(true)
  })

  it('while a server runs on the database', async () => {
    const place = await emptyPlace()
    const server = new pg.Client({ connectionString: place.databaseUrl, application_name: 'marga' })
    await server.connect()
    await expect(place.restore('small', { isReplacing: true })).rejects.toThrow(
      'A server is running on this database',
    )
    await server.end()
  })

  it('while one does whose address names its connections otherwise', async () => {
    const place = await emptyPlace()
    const server = openDatabase({
      url: `${place.databaseUrl}?application_name=ours`,
      poolSize: 1,
      onError: () => {},
    })
    await server.locks.hold({ ...installationLock, isExclusive: true })
    await expect(place.restore('small', { isReplacing: true })).rejects.toThrow(
      'A server is running on this database',
    )
    await server.close()
    await place.restore('small', { isReplacing: true })
  })

  it('into a place that is not empty, or that holds half a backup, unless that is to be replaced', async () => {
    const place = await emptyPlace()
    copyOf('breaking', (folder) => {
      const file = join(folder, 'manifest.json')
      const manifest = JSON.parse(readFileSync(file, 'utf8'))
      manifest.tables.at(-1).rows += 1
      writeFileSync(file, JSON.stringify(manifest))
    })
    await expect(place.restore('breaking')).rejects.toThrow('could be put back')
    const pool = new pg.Pool({ connectionString: place.databaseUrl })
    await expect(migrate(pool, migrationsFolder), 'no server starts on it').rejects.toThrow(
      'Restore it again',
    )
    await expect(place.restore('small')).rejects.toThrow('did not come to its end')
    await place.restore('small', { isReplacing: true })
    expect(await migrate(pool, migrationsFolder)).toEqual([])
    await expect(place.restore('small')).rejects.toThrow('The database is not empty')
    await pool.end()
  })
  it('into a place that has legal pages of its own, which are set aside where it is to be replaced', async () => {
    mkdirSync(join(scratch, 'pages'))
    writeFileSync(join(scratch, 'pages/terms.md'), '# The terms of the backup')
    await backUp('with-pages')
    const place = await emptyPlace()
    mkdirSync(place.pagesFolder)
    writeFileSync(join(place.pagesFolder, 'terms.md'), '# The newer terms')
    await expect(place.restore('with-pages')).rejects.toThrow(
      `${place.pagesFolder} is not empty: it has terms.md`,
    )
    expect(await isUntouched(place)).toBe(true)
    const { notes } = await place.restore('with-pages', { isReplacing: true })
    expect(readFileSync(join(place.pagesFolder, 'terms.md'), 'utf8')).toBe('# The terms of the backup')
    const aside = readdirSync(join(place.pagesFolder, '..')).find((name) => name.startsWith('pages.before-'))!
    expect(readFileSync(join(place.pagesFolder, '..', aside, 'terms.md'), 'utf8')).toBe('# The newer terms')
    expect(notes).toEqual([expect.stringContaining(aside)])
  })
  it('says where the pictures are that it has set aside, when it fails after that', async () => {
    const place = await emptyPlace()
    mkdirSync(place.uploadsFolder)
    const picture = `${test.app.newId()}-${test.clock.now().getTime()}.webp`
    writeFileSync(join(place.uploadsFolder, picture), 'the one that was there')
    writeFileSync(place.pagesFolder, 'where the folder of the pages is to be')
    const failed = await place.restore('small', { isReplacing: true }).catch((error: Error) => error.message)
    const folders = readdirSync(join(place.uploadsFolder, '..'))
    const aside = folders.find((name) => name.startsWith('uploads.before-'))!
    expect(readdirSync(join(place.uploadsFolder, '..', aside))).toEqual([picture])
    expect(failed).toContain('ENOTDIR')
    expect(failed).toContain(aside)
  })
  it('leaves legal pages where the backup has none', async () => {
    const place = await emptyPlace()
    mkdirSync(place.pagesFolder)
    writeFileSync(join(place.pagesFolder, 'terms.md'), '# Our terms')
    const { notes } = await place.restore('small', { isReplacing: true })
    expect(readFileSync(join(place.pagesFolder, 'terms.md'), 'utf8')).toBe('# Our terms')
    expect(notes).toEqual([`The backup has no legal pages: those of ${place.pagesFolder} stay.`])
  })
})
