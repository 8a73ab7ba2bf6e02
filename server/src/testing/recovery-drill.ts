import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createPostgresServers } from '../../../testkit/postgres.mjs'
import { migrate } from '../platform/db/migrate.ts'

// npm run drill:recovery: what docs/operations.md tells to do after a mistake, done once from beginning to end on
// servers of its own. Needs Debian's postgresql; takes some seconds.

const servers = createPostgresServers()
const begunMs = Date.now()
const say = (text: string) =>
  console.log(`${((Date.now() - begunMs) / 1000).toFixed(1).padStart(5)} s  ${text}`)

type Written = { id: string; at: string }

/** Registers somebody, and knows when that was acknowledged by the server's own clock. */
async function register(client: pg.Client): Promise<Written> {
  const { rows } = await client.query<Written>(
    `insert into account (id, role, email, first_name, last_name, phone)
     values (gen_random_uuid(), 'mentee', gen_random_uuid() || '@drill.example', 'Drill', 'Person', '9876543210')
     returning id, clock_timestamp()::text as at`,
  )
  return rows[0]!
}

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Waits until what was written is in the archive. */
async function archiveLog(client: pg.Client) {
  const { rows: switched } = await client.query<{ file: string }>(
    'select pg_walfile_name(pg_switch_wal()) as file',
  )
  for (let archived = ''; archived < switched[0]!.file; await sleep(50)) {
    const { rows } = await client.query<{ last: string | null }>(
      'select last_archived_wal as last from pg_stat_archiver',
    )
    archived = rows[0]?.last ?? ''
  }
}

async function drill() {
  const archive = servers.folder('archive')
  const primary = await servers.create('primary')
  await primary.start({
    fsync: 'on',
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  })
  const pool = new pg.Pool({ connectionString: primary.url })
  await migrate(pool, join(import.meta.dirname, '../migrations'))
  await pool.end()
  const client = await connect(primary.url)
  const written: Written[] = []
  const registerSome = async (count: number) => {
    for (let turn = 0; turn < count; turn++) written.push(await register(client))
  }
  await registerSome(200)
  say('A server with archive_mode = on; 200 people are registered')

  const recovered = await servers.copy('recovered', primary)
  say('The nightly base backup (pg_basebackup) is taken')

  await registerSome(300)
  await sleep(50)
  const moment = (await client.query<{ at: string }>('select clock_timestamp()::text as at')).rows[0]!.at
  const wanted = written.map(({ id }) => id)
  await sleep(50)
  const { rowCount } = await client.query('delete from account')
  say(`300 more; then, just after ${moment}, the mistake: delete from account (${rowCount} rows)`)
  await registerSome(50)
  await archiveLog(client)
  await client.end()
  await primary.kill()
  say('50 more; the log is in the archive; the server is gone')

  writeFileSync(join(recovered.folder, 'recovery.signal'), '')
  await recovered.start({
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
  })
  const after = await connect(recovered.url)
  while ((await after.query('select pg_is_in_recovery() as is')).rows[0].is) await sleep(50)
  say('The base backup is started with restore_command and recovery_target_time, and promoted')

  const { rows } = await after.query<{ id: string }>('select id from account')
  const found = new Set(rows.map(({ id }) => id))
  const missing = wanted.filter((id) => !found.has(id)).length
  const later = found.size - (wanted.length - missing)
  await register(after)
  await after.end()
  say(
    `${found.size} people are there: ${missing} of those acknowledged before are missing, ${later} came later`,
  )
  if (missing > 0 || later > 0) throw new Error('The recovery did not lead to that moment.')
  say('The recovered server takes writes. The drill is passed.')
}

try {
  await drill()
} finally {
  await servers.dispose()
}
