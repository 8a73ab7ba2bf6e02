import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { builtScript } from '../../../../testkit/built-server.mjs'
import { demoModeratorEmail } from '../../demo/demo-logins.ts'
import { imagesLocked, lockExclusively } from '../db/advisory-lock.ts'
import { startEmbeddedDatabase } from '../db/embedded-database.ts'
import { migrate } from '../db/migrate.ts'
import { migrateJobs } from '../jobs/jobs.ts'

const migrationsFolder = join(import.meta.dirname, '../../migrations')
const scratch = mkdtempSync(join(tmpdir(), 'marga-backup-commands-'))
// As root the embedded database runs as another user, who must be able to enter.
chmodSync(scratch, 0o755)

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const command = (name: string, dataDir: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [builtScript(`cli/${name}`), ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
  })

async function connectTo(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
const addAccount = (role: string, email: string) =>
  `insert into account (id, role, email, first_name, last_name, phone)
   values (gen_random_uuid(), '${role}', '${email}', 'Kept', 'Safe', '9876543210')`

it('the two commands carry an embedded database over, while its server runs, and name it', async () => {
  const [from, to] = [join(scratch, 'from'), join(scratch, 'to')]
  const running = await startEmbeddedDatabase({ dataDir: from, log: () => {} })
  try {
    const pool = new pg.Pool({ connectionString: running.url })
    await migrate(pool, migrationsFolder)
    await migrateJobs({ pool })
    await pool.query(addAccount('mentee', 'kept@example.com'))
    const { stdout } = await command('backup', from, join(scratch, 'carried'))
    expect(stdout).toContain(`Database: the embedded database in ${from}\n`)
    expect(stdout).toContain('The backup is in')
    expect(stdout).not.toContain('demo')
    await pool.query(addAccount('moderator', demoModeratorEmail))
    await pool.end()
    expect((await command('backup', from, join(scratch, 'demo'))).stdout).toContain(
      'It is a backup of the demo',
    )
  } finally {
    await running.stop()
  }
  const restored = await command('restore', to, join(scratch, 'carried'))
  expect(restored.stdout).toContain(`Database: the embedded database in ${to}\n`)
  expect(restored.stdout).toContain('is back')
  expect(restored.stdout).toContain('start it with DEMO=0 and JOBS=off')
  expect(restored.stderr).toBe('')
  expect(readFileSync(join(to, 'token.secret'), 'utf8')).toBe(
    readFileSync(join(from, 'token.secret'), 'utf8'),
  )
  const again = await startEmbeddedDatabase({ dataDir: to, log: () => {} })
  const client = await connectTo(again.url)
  expect((await client.query('select email from account')).rows).toEqual([{ email: 'kept@example.com' }])
  await client.end()
  await again.stop()
  expect(existsSync(join(scratch, 'carried.part'))).toBe(false)
})

it('a backup that a signal ends leaves nothing of itself', async () => {
  const dataDir = join(scratch, 'ended')
  const running = await startEmbeddedDatabase({ dataDir, log: () => {} })
  try {
    const others = await connectTo(running.url)
    // It waits for this once its folder is there.
    await others.query(lockExclusively, [imagesLocked])
    const target = join(dataDir, 'backups', 'night')
    const backup = command('backup', dataDir, target)
    await expect.poll(() => existsSync(`${target}.part`), { timeout: 30_000 }).toBe(true)
    backup.child.kill('SIGTERM')
    await expect(backup).rejects.toMatchObject({ code: 143 })
    expect(readdirSync(join(dataDir, 'backups'))).toEqual([])
    await others.end()
  } finally {
    await running.stop()
  }
})

it('no database is made to be backed up: whoever has lost DATABASE_URL would keep an empty one each night', async () => {
  const dataDir = join(scratch, 'nothing')
  const failed = await command('backup', dataDir, join(scratch, 'of-nothing')).catch((error) => error)
  expect(failed.stderr).toContain(`No backup was made. There is no embedded database in ${dataDir}`)
  expect(failed.stderr).toContain('DATABASE_URL')
  expect([dataDir, join(scratch, 'of-nothing')].filter(existsSync)).toEqual([])
})
