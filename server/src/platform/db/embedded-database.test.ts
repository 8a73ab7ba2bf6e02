import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { findPostgresProcesses, isRunning, readProcess, waitUntilGone } from './embedded-process.ts'

const modulePath = new URL('embedded-database.ts', import.meta.url).href
const lines: string[] = []
const log = (line: string) => void lines.push(line)

let root: string
let dataDir: string
let dataPath: string
const started: ChildProcess[] = []

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'marga-embedded-'))
  chmodSync(root, 0o755)
  dataDir = join(root, 'data-dir')
  dataPath = join(dataDir, 'postgres', 'data')
})

afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

describe('a database that was started', () => {
  test('is a PostgreSQL in UTF-8 that writes to disk, with a database of its own', async () => {
    const database = await startEmbeddedDatabase({ dataDir, log })
    const row = await queryOne(
      database.url,
      `select current_database() as name, current_setting('fsync') as fsync, pg_encoding_to_char(encoding) as encoding,
        datlocale as locale, lower('ÉÄ') as lower from pg_database where datname = current_database()`,
    )
    expect(row).toEqual({ name: 'marga', fsync: 'on', encoding: 'UTF8', locale: 'C.UTF-8', lower: 'éä' })
    await queryOne(database.url, 'create table kept (id int)')
    await database.stop()
    expect(findPostgresProcesses(dataPath)).toEqual([])
  })

  test('lets in nobody without the password, which only its owner can read', async () => {
    const database = await startEmbeddedDatabase({ dataDir, log })
    const wrong = new URL(database.url)
    wrong.password = 'guessed'
    await expect(queryOne(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
    wrong.username = 'postgres'
    await expect(queryOne(wrong.href, 'select 1')).rejects.toThrow('no pg_hba.conf entry')
    await database.stop()
    expect(statSync(join(dataDir, 'embedded-database-password')).mode & 0o777).toBe(0o600)
  })

  test('comes back on the same address with what was committed when PostgreSQL is killed', async () => {
    const database = await startEmbeddedDatabase({ dataDir, log })
    await queryOne(database.url, 'insert into kept values (1)')
    process.kill(readPostmasterPid(), 'SIGKILL')
    await expect.poll(() => queryOne(database.url, 'select id from kept')).toEqual({ id: 1 })
    expect(lines.join('\n')).toContain('ended unexpectedly (SIGKILL)')
    await database.stop()
    expect(findPostgresProcesses(dataPath)).toEqual([])
  })

  test('is refused to a second process, by name', async () => {
    const database = await startEmbeddedDatabase({ dataDir, log })
    const second = runChild(dataDir)
    await expect(second.firstLine).rejects.toThrow(
      `Another process (${process.pid}) is running on DATA_DIR ${dataDir}`,
    )
    await expect(startEmbeddedDatabase({ dataDir, log })).rejects.toThrow('Another process')
    await database.stop()
  })

  test('is usable again when its password file was lost', async () => {
    rmSync(join(dataDir, 'embedded-database-password'))
    const database = await startEmbeddedDatabase({ dataDir, log })
    expect(await queryOne(database.url, 'select id from kept')).toEqual({ id: 1 })
    await database.stop()
  })
})

describe('what a killed process left behind', () => {
  test('a PostgreSQL that still runs is stopped, and nothing committed is lost', async () => {
    const server = runChild(dataDir)
    const url = await server.firstLine
    await queryOne(url, 'update kept set id = 2')
    const orphan = readPostmasterPid()
    server.child.kill('SIGKILL')
    expect(await waitUntilGone([server.child.pid ?? 0], 60_000)).toBe(true)
    expect(isRunning(orphan)).toBe(true)

    const database = await startEmbeddedDatabase({ dataDir, log })
    expect(isRunning(orphan)).toBe(false)
    expect(await queryOne(database.url, 'select id from kept')).toEqual({ id: 2 })
    await database.stop()
  })

  test('a lock file of a process that is gone, of a zombie or of a stranger is cleared', async () => {
    // Of the user that runs PostgreSQL: it takes the processes of others for strangers by itself.
    const { uid, gid } = statSync(dataPath)
    const stranger = track(spawn('sleep', ['60'], { uid, gid }))
    const zombiePid = await makeZombie(uid, gid)
    for (const pid of [999_999_999, zombiePid, stranger.pid]) {
      writeFileSync(
        join(dataPath, 'postmaster.pid'),
        `${pid}\n${dataPath}\n1\n5432\n\n127.0.0.1\n1 1\nready\n`,
      )
      const database = await startEmbeddedDatabase({ dataDir, log })
      expect(readPostmasterPid()).not.toBe(pid)
      await database.stop()
    }
    expect(isRunning(stranger.pid ?? 0)).toBe(true)
  })
})

describe('data of another make', () => {
  test('an unknown major version is refused with what to do', async () => {
    const file = join(dataPath, 'PG_VERSION')
    const version = readFileSync(file, 'utf8')
    writeFileSync(file, '12\n')
    await expect(startEmbeddedDatabase({ dataDir, log })).rejects.toThrow('was made by PostgreSQL 12')
    writeFileSync(file, version)
  })

  test('a PostgreSQL that cannot start says why', async () => {
    const file = join(dataPath, 'postgresql.conf')
    const settings = readFileSync(file, 'utf8')
    writeFileSync(file, 'shared_preload_libraries = nonsense\n')
    await expect(startEmbeddedDatabase({ dataDir, log })).rejects.toThrow('could not access file "nonsense"')
    writeFileSync(file, settings)
  })
})

async function queryOne(url: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  // A killed server breaks the connection outside any query too.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows[0]
  } finally {
    await client.end().catch(() => {})
  }
}

function readPostmasterPid(): number {
  return Number.parseInt(readFileSync(join(dataPath, 'postmaster.pid'), 'utf8'), 10)
}

/** Another process that starts the database, prints its address and stays; an error comes as the rejection. */
function runChild(dataDir: string, uid?: number) {
  const code = `
    const { startEmbeddedDatabase } = await import('${modulePath}')
    process.on('SIGTERM', () => database?.stop().then(() => process.exit()))
    const database = await startEmbeddedDatabase({ dataDir: '${dataDir}', log: () => {} })
    console.log(database.url)
    setInterval(() => {}, 1000)`
  const options = [
    '--conditions=source',
    '--import',
    import.meta.resolve('tsx'),
    '--input-type=module',
    '-e',
    code,
  ]
  const child = track(
    spawn(process.execPath, options, { uid, gid: uid, cwd: dirname(dataDir), stdio: 'pipe' }),
  )
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk).trim()))
    child.once('close', () => reject(new Error(errors)))
  })
  return { child, firstLine }
}

/** A process that has ended, of a parent that never asks how. */
async function makeZombie(uid: number, gid: number): Promise<number> {
  const parent = track(spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], { uid, gid }))
  const pid = await new Promise<number>((resolve) =>
    parent.stdout?.once('data', (line) => resolve(Number(line))),
  )
  await expect.poll(() => readProcess(pid)?.isZombie).toBe(true)
  expect(existsSync(`/proc/${pid}`)).toBe(true)
  return pid
}

function track(child: ChildProcess): ChildProcess {
  started.push(child)
  return child
}
