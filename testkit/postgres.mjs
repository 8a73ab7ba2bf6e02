import { execFile, execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './ports.mjs'
import { atExit, endGroup, endProcess, hasEnded, killGroupAtExit } from './processes.mjs'

const packagesFolder = '/usr/lib/postgresql'
const readyInMs = 60_000

/** What was committed must outlive its processes, not the machine. */
const thrownAway = {
  fsync: 'off',
  unix_socket_directories: '',
  listen_addresses: '127.0.0.1',
  max_connections: '300',
}

/** The folder of the programs of the oldest PostgreSQL that the product supports, as Debian lays them out. */
export function findPostgresPrograms() {
  if (!existsSync(packagesFolder)) return undefined
  return readdirSync(packagesFolder)
    .map(Number)
    .filter((version) => version >= 15)
    .sort((one, other) => one - other)
    .map((version) => join(packagesFolder, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

export function createPostgresServers({ parent = tmpdir() } = {}) {
  const programs = findPostgresPrograms()
  if (!programs) throw new Error(`There is no PostgreSQL under ${packagesFolder}`)
  const root = mkdtempSync(join(parent, 'marga-postgres-'))
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : undefined
  const own = (path) => owner && chownSync(path, owner.uid, owner.gid)
  own(root)
  const options = { ...owner, cwd: root, env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  const run = (program, args) => promisify(execFile)(join(programs, program), args, options)
  const servers = []
  const remove = () => rmSync(root, { recursive: true, force: true })
  const forget = atExit(remove)

  async function describe(name, password) {
    const server = describeServer({ name, root, port: await freePort(), programs, options, password })
    servers.push(server)
    return server
  }

  return {
    root,
    folder(name) {
      const path = join(root, name)
      mkdirSync(path)
      own(path)
      return path
    },
    async create(name, { password } = {}) {
      const server = await describe(name, password)
      const passwordFile = join(root, `${name}.password`)
      if (password) {
        writeFileSync(passwordFile, password)
        own(passwordFile)
      }
      const auth = password ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] : ['--auth=trust']
      const args = ['-U', 'postgres', '--encoding=UTF8', '--locale=C.UTF-8', '-N', ...auth]
      await run('initdb', ['-D', server.folder, ...args])
      return server
    },
    async copy(name, from) {
      const server = await describe(name)
      const args = ['-d', from.url, '-D', server.folder, '-c', 'fast', '-X', 'stream', '-N']
      await run('pg_basebackup', args)
      return server
    },
    async dispose() {
      for (const server of servers.toReversed()) await server.stop()
      remove()
      forget()
    },
  }
}

/** One server of its own, made, started and thrown away. */
export async function startPostgres({ parent, settings, password } = {}) {
  const servers = createPostgresServers({ parent })
  try {
    const server = await servers.create('data', { password })
    await server.start(settings)
    return { ...server, dispose: servers.dispose }
  } catch (error) {
    await servers.dispose()
    throw error
  }
}

function describeServer({ name, root, port, programs, options, password }) {
  const folder = join(root, name)
  const user = password ? `postgres:${password}` : 'postgres'
  let child
  let settings = {}

  function launch() {
    const all = Object.entries({ ...thrownAway, ...settings }).flatMap((each) => ['-c', each.join('=')])
    const args = ['-D', folder, '-p', String(port), ...all]
    const how = { ...options, detached: true, stdio: 'ignore' }
    child = killGroupAtExit(spawn(join(programs, 'postgres'), args, how))
  }

  return {
    folder,
    port,
    url: `postgres://${user}@127.0.0.1:${port}/postgres`,
    async start(given = settings) {
      const isRestart = child !== undefined
      settings = given
      launch()
      for (let waitedMs = 0; waitedMs < readyInMs; waitedMs += 20) {
        if (isReady(folder, child.pid)) return
        await sleep(20)
        if (!hasEnded(child)) continue
        if (!isRestart) throw new Error(`The PostgreSQL ${name} of the test ended with ${child.exitCode}`)
        // It refuses to start while a process of the killed one, busy to the last, still holds its memory.
        launch()
      }
      throw new Error(`The PostgreSQL ${name} of the test did not start`)
    },
    /** In order: whoever is connected is sent away. */
    stop: () => endProcess(child, 'SIGINT'),
    /** All its processes at once, without warning. */
    kill: () => endGroup(child, 'SIGKILL'),
    isRunning: () => child !== undefined && !hasEnded(child),
  }
}

/** What a server that was killed has left says nothing about the one that follows. */
function isReady(folder, pid) {
  const status = join(folder, 'postmaster.pid')
  if (!existsSync(status)) return false
  const text = readFileSync(status, 'utf8')
  return text.startsWith(`${pid}\n`) && /^ready/m.test(text)
}

function unprivilegedUser() {
  const ask = (option, user) =>
    Number(execFileSync('id', [option, user], { encoding: 'utf8', stdio: 'pipe' }))
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: ask('-u', user), gid: ask('-g', user) }
    } catch {
      // There is no such user here.
    }
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody')
}
