import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PlainError } from './console.mjs'
import { inProject } from './project.mjs'
import { runQuietly } from './run.mjs'
import { findCommand, findPostgresPrograms } from './system-packages.mjs'

const endings = []

/** Where the server tests may create databases: `{ url, what }`. Needs the built server when nothing else is there. */
export async function providePostgres() {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, what: 'PostgreSQL of TEST_DATABASE_URL' }
  const version = await askPostgresVersion(5432)
  if (version >= 15)
    return { url: 'postgres://postgres@127.0.0.1:5432/postgres', what: `PostgreSQL ${version} on port 5432` }
  const programs = findPostgresPrograms()
  if (programs) return { url: await startPostgres(programs), what: `a PostgreSQL of its own (${programs})` }
  return { url: await startEmbedded(), what: 'the embedded PostgreSQL, since no other was found' }
}

/** The address of a Redis: `{ url, what }`, or undefined when there is none. */
export async function provideRedis() {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, what: 'Redis of REDIS_URL' }
  if (await isRedis(6379)) return { url: 'redis://127.0.0.1:6379', what: 'Redis on port 6379' }
  const program = findCommand('redis-server')
  if (!program) return undefined
  const port = await findFreePort()
  const folder = makeFolder('marga-test-redis-')
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ]
  keepUntilEnd(spawn(program, args, { stdio: 'ignore' }), 'SIGTERM')
  await waitFor(() => isRedis(port), 'Redis')
  return { url: `redis://127.0.0.1:${port}`, what: 'a Redis of its own' }
}

/** Ends what was started here; the last things started first. */
export async function endServices() {
  for (const end of endings.splice(0).reverse()) await end()
}

async function startPostgres(programs) {
  const owner = process.getuid?.() === 0 ? findUnprivilegedUser() : {}
  const folder = makeFolder('marga-test-postgres-')
  const [data, passwordFile, password] = [
    join(folder, 'data'),
    join(folder, 'password'),
    randomBytes(12).toString('hex'),
  ]
  writeFileSync(passwordFile, password)
  if (owner.uid) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid)
  const options = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  const auth = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  await runQuietly(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '--encoding=UTF8', '--locale=C.UTF-8', '-N', ...auth],
    options,
  )
  const port = await findFreePort()
  // Thrown away afterwards, so nothing needs to survive a power cut.
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'unix_socket_directories=',
    'listen_addresses=127.0.0.1',
    'max_connections=200',
  ]
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  keepUntilEnd(spawn(join(programs, 'postgres'), args, { ...options, stdio: 'ignore' }), 'SIGINT')
  const status = join(data, 'postmaster.pid')
  await waitFor(() => existsSync(status) && /^ready/m.test(readFileSync(status, 'utf8')), 'PostgreSQL')
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
}

async function startEmbedded() {
  const { startEmbeddedDatabase } = await import(inProject('server/dist/platform/db/embedded-database.js'))
  const dataDir = makeFolder('marga-test-embedded-')
  // Else root's database would be kept outside of it, where nothing removes it.
  chmodSync(dataDir, 0o755)
  const database = await startEmbeddedDatabase({ dataDir, log: () => {} })
  endings.push(() => database.stop())
  return database.url
}

function findUnprivilegedUser() {
  const ask = (option, name) =>
    Number.parseInt(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout, 10)
  const name = ['postgres', 'nobody'].find((candidate) => ask('-u', candidate) > 0)
  if (!name) throw new PlainError('PostgreSQL cannot run as root, and there is no user postgres or nobody')
  return { uid: ask('-u', name), gid: ask('-g', name) }
}

function keepUntilEnd(child, signal) {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const kill = () => child.kill(signal)
  // Also when the tests are interrupted.
  process.once('exit', kill)
  endings.push(async () => {
    kill()
    await ended
    process.off('exit', kill)
  })
}

function makeFolder(prefix) {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  return folder
}

/** The major version of a PostgreSQL that lets user postgres in without a password; 0 when there is none. */
async function askPostgresVersion(port) {
  const parameters = Buffer.from('user\0postgres\0database\0postgres\0\0')
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + parameters.length, 0)
  head.writeInt32BE(3 << 16, 4)
  const answer = await converse(port, Buffer.concat([head, parameters]), /server_version\0\d+/)
  return Number(/server_version\0(\d+)/.exec(answer)?.[1] ?? 0)
}

async function isRedis(port) {
  return (await converse(port, 'PING\r\n', /\r\n/)).startsWith('+PONG')
}

/** Sends one thing and gives back what came until `enough`, the end, or a second has passed. */
function converse(port, message, enough) {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect({ port, host: '127.0.0.1', timeout: 1000 }, () => socket.write(message))
    const finish = () => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      if (enough.test(answer)) finish()
    })
    for (const event of ['error', 'timeout', 'close']) socket.once(event, finish)
  })
}

function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

async function waitFor(condition, what) {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await condition()) return
    await delay(100)
  }
  throw new PlainError(`${what} for the tests did not start`)
}
