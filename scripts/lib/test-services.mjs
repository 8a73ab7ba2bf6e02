import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgresPrograms, startPostgres } from '../../testkit/postgres.mjs'
import { startRedisServer } from '../../testkit/redis.mjs'
import { inProject } from './project.mjs'
import { findCommand } from './system-packages.mjs'

const endings = []

/**
 * Where the server tests may create databases: `{ url, what }`. One of its own rather than one that runs here: a file of
 * tests makes a database and drops it, which takes two seconds of the disk where nothing may be lost, and a fifth of that
 * where nothing is to be kept. Needs the built server when there are no programs and nothing runs.
 */
export async function providePostgres() {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, what: 'PostgreSQL of TEST_DATABASE_URL' }
  const programs = findPostgresPrograms()
  if (programs) return { url: await startOwnPostgres(), what: `a PostgreSQL of its own (${programs})` }
  const version = await askPostgresVersion(5432)
  if (version >= 15)
    return { url: 'postgres://postgres@127.0.0.1:5432/postgres', what: `PostgreSQL ${version} on port 5432` }
  return { url: await startEmbedded(), what: 'the embedded PostgreSQL, since no other was found' }
}

/** The address of a Redis that tests may fill: `{ url, what }`, or undefined when there is none. Any other is somebody's. */
export async function provideRedis() {
  const given = process.env.TEST_REDIS_URL
  if (given) return { url: given, what: 'Redis of TEST_REDIS_URL' }
  if (!findCommand('redis-server')) return undefined
  const redis = await startRedisServer()
  endings.push(redis.kill)
  return { url: redis.url, what: 'a Redis of its own' }
}

/** Ends what was started here; the last things started first. */
export async function endServices() {
  for (const end of endings.splice(0).reverse()) await end()
}

/** Thrown away afterwards, so nothing needs to survive a power cut. */
const settings = { synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

async function startOwnPostgres() {
  const postgres = await startPostgres({ settings, password: randomBytes(12).toString('hex') })
  endings.push(postgres.dispose)
  return postgres.url
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
