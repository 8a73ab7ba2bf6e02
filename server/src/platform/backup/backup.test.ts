import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@marga/contract/api'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLoad } from '../../testing/backup-load.ts'
import { createBackupPlaces, migrationsFolder } from '../../testing/backup-places.ts'
import { newModerator, ok, signInMentee } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makePair, type PairWorld } from '../../testing/two-pairs.ts'
import { imagesLocked, lockExclusively, unlock } from '../db/advisory-lock.ts'

const places = createBackupPlaces()
const { scratch, emptyPlace } = places

let test: TestApp
let pairs: PairWorld[]
beforeAll(async () => {
  test = await startTestApp()
  const moderator = await newModerator(test)
  pairs = [await makePair(test, moderator, 'first', 30), await makePair(test, moderator, 'second', 50)]
})
afterAll(async () => {
  await test.close()
  await places.remove()
})

const backUp = (name: string) => places.backUp(test, name)

const refresh = async (on: TestApp, refreshToken: string) =>
  ok(await on.call(api.accounts.regenerateMentee, { body: { refreshToken } }))

describe('a backup under load', () => {
  it('holds every write that was acknowledged before it began, and nothing half', async () => {
    mkdirSync(join(scratch, 'pages'))
    writeFileSync(join(scratch, 'pages', 'terms.md'), '# The lawyer’s terms')
    const load = startLoad(test, pairs)
    await load.reaches(40)
    const before = structuredClone(load.acknowledged)
    const manifest = await backUp('loaded')
    const { mentee, conversationId } = pairs[0]!
    const { refreshToken } = await refresh(test, mentee.refreshToken)
    // The load did go on meanwhile.
    await load.reaches(before.messages.length + 10)
    await load.end()
    expect(manifest.missingPictures).toBe(0)

    const place = await emptyPlace()
    const { notes } = await place.restore('loaded')
    expect(notes).toEqual([])
    expect(readFileSync(join(place.pagesFolder, 'terms.md'), 'utf8')).toBe('# The lawyer’s terms')
    const kept = async (text: string) => new Set((await place.rows<{ id: string }>(text)).map(({ id }) => id))
    const missing = (wanted: string[], found: Set<string>) => wanted.filter((id) => !found.has(id))
    expect(missing(before.messages, await kept('select id from message'))).toEqual([])
    expect(missing(before.accounts, await kept('select email as id from account'))).toEqual([])
    expect(missing(before.booked, await kept("select id from slot where status = 'booked'"))).toEqual([])

    // Nothing half: what is written in one transaction is there together.
    expect(
      await place.rows(
        'select conversation_id from message group by 1 having max(seq) <> count(*) or min(seq) <> 1',
      ),
    ).toEqual([])
    expect(
      await place.rows(
        `select c.id from conversation c
         where c.last_seq <> coalesce((select max(seq) from message m where m.conversation_id = c.id), 0)`,
      ),
    ).toEqual([])
    const shown = await place.rows<{ url: string }>(
      "select profile_image_url as url from account where profile_image_url like '/uploads/%'",
    )
    expect(shown.length).toBeGreaterThan(0)
    for (const { url } of shown)
      expect(readdirSync(place.uploadsFolder)).toContain(url.slice('/uploads/'.length))

    // The product runs on it: people sign in or stay so, and what comes next goes behind what was there.
    const restored = await startTestApp({ sharing: { ...test, databaseUrl: place.databaseUrl } })
    try {
      await signInMentee(restored, before.accounts[0]!)
      await refresh(restored, refreshToken)
      const again = await restored.call(
        api.chat.mentee.send,
        { params: { conversationId }, body: { message: 'and on', sender: mentee.id } },
        mentee,
      )
      expect(again.status).toBeLessThan(300)
    } finally {
      await restored.close()
    }
  })

  it('puts every row back as it was, and is brought to what newer software has', async () => {
    const manifest = await backUp('quiet')
    const newer = join(scratch, 'newer-software')
    cpSync(migrationsFolder, newer, { recursive: true })
    writeFileSync(join(newer, '29991231T000000_more.sql'), 'create table more (id uuid primary key);')
    const place = await emptyPlace()
    await place.restore('quiet', { migrations: newer })
    expect(await place.rows("select to_regclass('more')::text as more")).toEqual([{ more: 'more' }])
    await place.rows("delete from migration where name like '2999%'")
    const content = async (url: string) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const found: Record<string, string> = {}
      for (const { schema, name } of manifest.tables) {
        // The number of a transaction says nothing in another cluster.
        const row = "(to_jsonb(t) - 'written_by')::text"
        const { rows } = await client.query<{ sum: string }>(
          `select count(*) || ' ' || coalesce(md5(string_agg(${row}, '|' order by ${row} collate "C")), '') as sum from "${schema}"."${name}" t`,
        )
        found[`${schema}.${name}`] = rows[0]!.sum
      }
      await client.end()
      return found
    }
    expect(await content(place.databaseUrl)).toEqual(await content(test.databaseUrl))
  })
})

it('of an upload under way nothing is missed, and of what a profile shows everything', async () => {
  const { mentee } = pairs[0]!
  const addRow = (name: string) =>
    test.app.db.pool.query('insert into picture (name, account_id, created_at) values ($1, $2, $3)', [
      name,
      mentee.id,
      test.clock.now(),
    ])
  const nameless = `${randomUUID()}-${test.clock.now().getTime()}`
  await addRow(nameless)
  const before = (await backUp('uploading')).missingPictures
  expect(before).toBe(0)
  await test.app.db.pool.query('update account set profile_image_url = $1 where id = $2', [
    `/uploads/${nameless}.webp`,
    mentee.id,
  ])
  expect((await backUp('torn')).missingPictures).toBe(1)
  await test.app.db.pool.query('update account set profile_image_url = null where id = $1', [mentee.id])
  await test.app.db.pool.query('delete from picture where name = $1', [nameless])
})

it('a second backup into one folder is refused in words, and the first one stays', async () => {
  await backUp('twice')
  const manifest = join(scratch, 'twice/manifest.json')
  const first = readFileSync(manifest, 'utf8')
  await expect(backUp('twice')).rejects.toThrow(
    /twice is there already, and each backup gets a folder of its own/,
  )
  expect(readFileSync(manifest, 'utf8')).toBe(first)
})

it('two backups into one folder at once are one, and the other is refused in words', async () => {
  const [one, other] = await Promise.allSettled([backUp('both'), backUp('both')])
  const ends = [one, other].map(({ status }) => status).sort()
  expect(ends).toEqual(['fulfilled', 'rejected'])
  const refused = [one, other].find((end) => end.status === 'rejected')!
  expect(String(refused.reason)).toMatch(/Another backup into .*both is being made|is there already/)
})

it('a backup whose connection breaks ends with a word, and leaves nothing of it behind', async () => {
  const { pool } = test.app.db
  const holder = await pool.connect()
  await holder.query(lockExclusively, [imagesLocked])
  const taken = backUp('broken off')
  const ending = expect(taken).rejects.toThrow('terminat')
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'marga backup' and datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await pool.query(end)).rowCount).toBe(1)
  await ending
  expect(readdirSync(scratch).filter((name) => name.startsWith('broken off'))).toEqual([])
  await holder.query(unlock, [imagesLocked])
  holder.release()
})
