import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { waitUntilGone } from './embedded-process.ts'

const isRoot = process.getuid?.() === 0
const nobody = 65_534
/** Under a home that only root may enter, nobody else can run this code. */
const canRunAsNobody = isRoot && readsAsNobody(new URL('embedded-database.ts', import.meta.url).pathname)
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

describe.skipIf(!isRoot)('started as root', () => {
  test('PostgreSQL runs as another user, with its data in DATA_DIR where that user can enter it', async () => {
    const database = await startEmbeddedDatabase({ dataDir, log })
    expect(statSync(`/proc/${readPostmasterPid()}`).uid).not.toBe(0)
    await database.stop()
  })

  test('a DATA_DIR that only root may enter gets a place outside, told and remembered', async () => {
    const closed = join(root, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const closedData = join(closed, 'data-dir')
    const first = await startEmbeddedDatabase({ dataDir: closedData, log })
    const location = readFileSync(join(closedData, 'embedded-database-location'), 'utf8').trim()
    try {
      expect(location).toMatch(/^\/var\/lib\/marga\/[0-9a-f]{16}$/)
      expect(lines.at(-1)).toContain(location)
      await queryOne(first.url, 'create table kept (id int)')
      await first.stop()

      const again = await startEmbeddedDatabase({ dataDir: closedData, log })
      expect(await queryOne(again.url, 'select count(*)::int as rows from kept')).toEqual({ rows: 0 })
      await again.stop()

      rmSync(location, { recursive: true })
      await expect(startEmbeddedDatabase({ dataDir: closedData, log })).rejects.toThrow(
        `was in ${location}, as ${closedData}/embedded-database-location says, and is not there any more`,
      )
      const demo = await startEmbeddedDatabase({ dataDir: closedData, log, beginsAnew: true })
      await expect(queryOne(demo.url, 'select from kept')).rejects.toThrow('does not exist')
      await demo.stop()

      rmSync(closedData, { recursive: true })
      const anew = await startEmbeddedDatabase({ dataDir: closedData, log })
      await expect(queryOne(anew.url, 'select from kept')).rejects.toThrow('does not exist')
      await anew.stop()
    } finally {
      rmSync(location, { recursive: true, force: true })
    }
  })

  test.skipIf(!canRunAsNobody)(
    'an ordinary user keeps the data in DATA_DIR, and root leaves it to that user',
    async () => {
      const own = join(root, 'own')
      mkdirSync(own, { mode: 0o777 })
      chmodSync(own, 0o777)
      const server = runChild(own, nobody)
      await server.firstLine
      expect(statSync(join(own, 'postgres', 'data')).uid).toBe(nobody)
      server.child.kill('SIGTERM')
      expect(await waitUntilGone([server.child.pid ?? 0], 60_000)).toBe(true)

      const database = await startEmbeddedDatabase({ dataDir: own, log })
      expect(statSync(join(own, 'postgres', 'data')).uid).toBe(nobody)
      await database.stop()
    },
  )
})

test.skipIf(!canRunAsNobody)('an ordinary user is told whose the database is that root made', async () => {
  const server = runChild(dataDir, nobody)
  await expect(server.firstLine).rejects.toThrow(/belongs to user \w+/)
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

function readsAsNobody(path: string): boolean {
  const code = `require('node:fs').readFileSync('${path}')`
  return spawnSync(process.execPath, ['-e', code], { uid: nobody, gid: nobody, cwd: '/' }).status === 0
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

function track(child: ChildProcess): ChildProcess {
  started.push(child)
  return child
}
