import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const base = '/usr/lib/postgresql'

/** Where Debian keeps the programs of a PostgreSQL that is new enough; undefined where there is none. */
export function findPostgresPrograms(): string | undefined {
  if (!existsSync(base)) return undefined
  const versions = readdirSync(base)
    .map(Number)
    .filter((version) => version >= 15)
    .sort((one, other) => one - other)
  return versions
    .map((version) => join(base, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'pg_basebackup')))
}

export type Settings = Record<string, string>

export type Cluster = {
  folder: string
  port: number
  url(database?: string): string
  start(settings?: Settings): Promise<void>
  /** In order, or as a crash would. */
  stop(how?: 'SIGINT' | 'SIGKILL'): Promise<void>
  /** Stops every process of it where it stands, or lets them go on. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void
}

/** PostgreSQL servers of their own, thrown away together. */
export function createClusters() {
  const programs = findPostgresPrograms()
  if (!programs) throw new Error('no PostgreSQL programs of Debian')
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : undefined
  const root = mkdtempSync(join(tmpdir(), 'marga-clusters-'))
  if (owner) chownSync(root, owner.uid, owner.gid)
  const options = { ...owner, cwd: root, env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  const run = (program: string, args: string[]) => promisify(execFile)(join(programs, program), args, options)
  const clusters: Cluster[] = []

  async function describe(name: string): Promise<Cluster> {
    const folder = join(root, name)
    const port = await freePort()
    let child: ChildProcess | undefined
    const cluster: Cluster = {
      folder,
      port,
      url: (database = 'postgres') => `postgres://postgres@127.0.0.1:${port}/${database}`,
      async start(settings = {}) {
        const all = { ...thrownAway, ...settings }
        const args = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])
        child = spawn(join(programs!, 'postgres'), ['-D', folder, '-p', String(port), ...args], {
          ...options,
          stdio: 'ignore',
        })
        const gone = new Promise<never>((_, reject) =>
          child!.once('exit', (code) => reject(new Error(`PostgreSQL ${name} ended with ${code}`))),
        )
        gone.catch(() => {})
        await Promise.race([gone, isReady(folder)])
      },
      async stop(how = 'SIGINT') {
        const ending = child
        if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
        const gone = new Promise((resolve) => ending.once('exit', resolve))
        ending.kill(how)
        await gone
      },
      signalAll(signal) {
        const pids = execFileSync('ps', ['-o', 'pid=', '--ppid', String(child!.pid)], { encoding: 'utf8' })
        for (const pid of [child!.pid!, ...pids.split('\n').map(Number).filter(Boolean)])
          process.kill(pid, signal)
      },
    }
    clusters.push(cluster)
    return cluster
  }

  return {
    root,
    /** A folder that the servers may write to. */
    folder(name: string) {
      const path = join(root, name)
      mkdirSync(path)
      if (owner) chownSync(path, owner.uid, owner.gid)
      return path
    },
    async create(name: string): Promise<Cluster> {
      const cluster = await describe(name)
      const args = ['-U', 'postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust', '-N']
      await run('initdb', ['-D', cluster.folder, ...args])
      return cluster
    },
    /** A copy of a running one, with what it needs to follow it when it is to be a standby. */
    async copy(name: string, from: Cluster, { asStandby = false } = {}): Promise<Cluster> {
      const cluster = await describe(name)
      await run('pg_basebackup', [
        ...['-d', from.url(), '-D', cluster.folder, '-c', 'fast', '-X', 'stream', '-N'],
        ...(asStandby ? ['-R'] : []),
      ])
      return cluster
    },
    async dispose() {
      for (const cluster of clusters.toReversed()) await cluster.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

const thrownAway: Settings = {
  fsync: 'off',
  unix_socket_directories: '',
  listen_addresses: '127.0.0.1',
  max_connections: '100',
  hot_standby: 'on',
}

async function isReady(folder: string) {
  const status = join(folder, 'postmaster.pid')
  while (!existsSync(status) || !/^ready/m.test(readFileSync(status, 'utf8'))) await sleep(20)
}

function unprivilegedUser() {
  const ask = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: ask('-u'), gid: ask('-g') }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
