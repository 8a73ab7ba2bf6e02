import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { engineEnvironment, roleName } from './embedded-cluster.ts'
import type { Engine } from './embedded-engine.ts'
import type { EmbeddedHome } from './embedded-home.ts'
import { findPostgresProcesses, signalAll, waitUntilGone } from './embedded-process.ts'

type Log = (message: string) => void

export type PostgresServer = {
  port: number
  pid: number
  /** Resolves, with a few words on how, when the process has ended. */
  ended: Promise<string>
  stop(): Promise<void>
}

const settings = {
  listen_addresses: '127.0.0.1',
  // No socket file: its path would have to be short, and the password guards the port.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  // Compiling a statement costs more than the short ones of this product take.
  jit: 'off',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  lc_messages: 'C',
}

/** Starts PostgreSQL on a free port, or on the given one, and waits until it takes connections. */
export async function startPostgres(
  engine: Engine,
  home: EmbeddedHome,
  port?: number,
): Promise<PostgresServer> {
  const deadline = performance.now() + 15_000
  for (;;) {
    try {
      return await startOnce(engine, home, port ?? (await findFreePort()))
    } catch (error) {
      // The port may be taken between the look and the use; the memory of a killed one is freed by its last worker.
      const passes = /Address already in use|pre-existing shared memory/.test(String(error))
      if (!passes || performance.now() > deadline) throw error
      await delay(200)
    }
  }
}

/** Ends whatever a killed process left running on this data directory, and its lock file. */
export async function stopLeftovers(dataPath: string, log: Log): Promise<void> {
  const postmasterPid = readStatus(dataPath)?.pid
  const find = () => findPostgresProcesses(dataPath, postmasterPid)
  const left = find()
  const postmaster = left.filter((pid) => pid === postmasterPid)
  if (left.length > 0) log(`Stopping a PostgreSQL that was left running on ${dataPath} (process ${left[0]})`)
  signalAll(postmaster, 'SIGINT')
  if (!(await waitUntilGone(left, 15_000))) {
    signalAll(find(), 'SIGQUIT')
    if (!(await waitUntilGone(find(), 10_000))) {
      throw new Error(`PostgreSQL process ${find()[0]} on ${dataPath} does not stop; end it and start again.`)
    }
  }
  // PostgreSQL itself would take a zombie, or a stranger with the same pid, for a running server.
  rmSync(join(dataPath, 'postmaster.pid'), { force: true })
}

async function startOnce(engine: Engine, home: EmbeddedHome, port: number): Promise<PostgresServer> {
  const logFile = join(home.path, 'postgres.log')
  const child = spawnPostgres(engine, home, port, logFile)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
  // The last resort when this process exits without stop(): not waited for, but told.
  const tell = () => child.kill('SIGINT')
  process.once('exit', tell)
  void ended.then(() => process.off('exit', tell))
  const server = { port, pid: child.pid ?? 0, ended, stop: () => stopPostgres(child, ended) }
  const abandon = new AbortController()
  const outcome = await Promise.race([ended, waitUntilReady(home.dataPath, server.pid, abandon.signal)])
  abandon.abort()
  if (outcome === 'ready') return server
  throw new Error(`PostgreSQL did not start (${outcome}). The end of ${logFile}:\n${readEnd(logFile)}`)
}

function spawnPostgres(engine: Engine, home: EmbeddedHome, port: number, logFile: string): ChildProcess {
  const hbaFile = join(home.path, 'pg_hba.conf')
  writeFileSync(hbaFile, `host all ${roleName} 127.0.0.1/32 scram-sha-256\n`)
  chmodSync(hbaFile, 0o644)
  const options = Object.entries({ ...settings, hba_file: hbaFile }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.1`)
  const output = openSync(logFile, 'wx', 0o640)
  try {
    const child = spawn(engine.postgres, ['-D', home.dataPath, '-p', String(port), ...options], {
      uid: home.runAs?.uid,
      gid: home.runAs?.gid,
      cwd: home.path,
      env: engineEnvironment,
      // A session of its own: Ctrl-C in a terminal must reach the server only, which ends PostgreSQL last.
      detached: true,
      stdio: ['ignore', output, output],
    })
    child.unref()
    return child
  } finally {
    closeSync(output)
  }
}

/** Recovery after a crash may take long, so this waits as long as the process lives. */
async function waitUntilReady(dataPath: string, pid: number, signal: AbortSignal): Promise<string> {
  while (!signal.aborted) {
    const status = readStatus(dataPath)
    if (status?.pid === pid && status.state === 'ready') return 'ready'
    await delay(10)
  }
  return 'abandoned'
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
async function stopPostgres(child: ChildProcess, ended: Promise<string>): Promise<void> {
  // SIGQUIT skips the checkpoint; nothing is lost, the next start replays the log.
  const timers = [
    setTimeout(() => child.kill('SIGQUIT'), 20_000),
    setTimeout(() => child.kill('SIGKILL'), 30_000),
  ]
  child.ref()
  child.kill('SIGINT')
  await ended
  timers.forEach(clearTimeout)
}

/** What a running server says of itself in its data directory. */
export function readStatus(dataPath: string): { pid: number; port: number; state: string } | undefined {
  try {
    const lines = readFileSync(join(dataPath, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), state: (lines[7] ?? '').trim() }
  } catch {
    return undefined
  }
}

function readEnd(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-8).join('\n')
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
