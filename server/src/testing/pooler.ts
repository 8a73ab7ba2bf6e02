import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../../testkit/ports.mjs'

export type PoolMode = 'session' | 'transaction' | 'statement'

export type Pooler = { url: string; stop(): Promise<void> }

/** Without the program such tests are skipped; `npm test` installs it where it can, and says so where not. */
export const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0

/** A pgbouncer in front of a database, as Debian configures it but for what is named. */
export async function startPooler(
  databaseUrl: string,
  mode: PoolMode,
  settings: Record<string, string> = {},
): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'marga-pooler-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'pgbouncer.ini')
  const listenPort = await freePort()
  const to = [`host=${hostname}`, `port=${port || 5432}`, `user=${username}`]
  if (password) to.push(`password=${decodeURIComponent(password)}`)
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(listenPort),
    auth_type: 'any',
    pool_mode: mode,
    unix_socket_dir: '',
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(file, `[databases]\n* = ${to.join(' ')}\n[pgbouncer]\n${lines.join('\n')}\n`)
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', ['-q', ...user, file], { stdio: 'ignore' })
  const url = `postgres://marga@127.0.0.1:${listenPort}${pathname}`
  await untilItAnswers(url, child)
  return {
    url,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilItAnswers(url: string, child: ChildProcess) {
  while (child.exitCode === null) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    const isThere = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (isThere) return
    await sleep(20)
  }
  throw new Error('pgbouncer has ended')
}
