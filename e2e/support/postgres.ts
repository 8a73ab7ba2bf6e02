import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './app-server.ts'

/** A PostgreSQL of a test's own, to be killed; nobody else's is touched. */
export type OwnPostgres = {
  url: string
  /** All its processes at once, without warning. */
  kill(): Promise<void>
  start(): Promise<void>
  answers(): Promise<boolean>
  dispose(): Promise<void>
}

const packagesFolder = '/usr/lib/postgresql'

/** Where Debian puts the programs; undefined when there are none. */
export const postgresPrograms: string | undefined = existsSync(packagesFolder)
  ? readdirSync(packagesFolder)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(packagesFolder, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb')))
  : undefined

/** @param parent where its files lie; a folder of the system for such things otherwise */
export async function startOwnPostgres(parent = tmpdir()): Promise<OwnPostgres> {
  if (!postgresPrograms) throw new Error(`There is no PostgreSQL under ${packagesFolder}`)
  const folder = mkdtempSync(join(parent, 'marga-postgres-'))
  // PostgreSQL refuses to run as root.
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const options = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  const data = join(folder, 'data')
  const initArgs = ['-D', data, '-U', 'postgres', '--encoding=UTF8', '--locale=C.UTF-8', '-N', '-A', 'trust']
  execFileSync(join(postgresPrograms, 'initdb'), initArgs, { ...options, stdio: 'ignore' })
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  // What was committed must outlive its processes, not the machine.
  const settings = {
    fsync: 'off',
    max_connections: '300',
    unix_socket_directories: '',
    listen_addresses: '127.0.0.1',
  }
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap((each) => ['-c', each.join('=')]),
  ]
  let child: ChildProcess | undefined
  const killAll = () => {
    // A group of its own: the postmaster and everything it started.
    if (child?.pid && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL')
  }
  process.once('exit', killAll)

  const launch = () =>
    spawn(join(postgresPrograms!, 'postgres'), args, { ...options, detached: true, stdio: 'ignore' })

  async function start() {
    child = launch()
    for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 50) {
      if (await answers(url)) return
      await sleep(50)
      // It refuses to start while a process of the killed one, busy to the last, still holds its memory.
      if (child.exitCode !== null) child = launch()
    }
    throw new Error('The PostgreSQL of the test did not start')
  }

  async function kill() {
    const gone = child && child.exitCode === null && new Promise((resolve) => child!.once('exit', resolve))
    killAll()
    await gone
  }

  await start()
  return {
    url,
    start,
    kill,
    answers: () => answers(url),
    async dispose() {
      await kill()
      process.off('exit', killAll)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
