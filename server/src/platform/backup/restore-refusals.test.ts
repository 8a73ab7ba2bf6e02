import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BackupPlace, createBackupPlaces, migrationsFolder } from '../../testing/backup-places.ts'
import { newModerator } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makePair } from '../../testing/two-pairs.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { installationLock } from '../db/process-locks.ts'

const places = createBackupPlaces()
const { scratch, emptyPlace } = places

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
  const moderator = await newModerator(test)
  await makePair(test, moderator, 'first', 30)
})
afterAll(async () => {
  await test.close()
  await places.remove()
})

const backUp = (name: string) => places.backUp(test, name)

describe('a restore is refused, and changes nothing,', () => {
  beforeAll(async () => {
    await backUp('small')
  })
  const copyOf = (name: string, change: (folder: string) => void) => {
    cpSync(join(scratch, 'small'), join(scratch, name), { recursive: true })
    change(join(scratch, name))
  }
  const isUntouched = async (place: BackupPlace) =>
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
    const url = new URL(place.databaseUrl)
    url.searchParams.set('application_name', 'ours')
    const server = openDatabase({
      url: url.href,
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
