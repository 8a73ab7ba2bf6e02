import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The last that runs on Node 20. */
const version = '10.13.4'
const home = join(import.meta.dirname, '../../.cache/directus')
const cli = join(home, 'node_modules/directus/cli.js')
const token = 'the-token-of-the-bench'

export type Directus = { url: string; headers: Record<string, string>; stop(): Promise<void> }

/**
 * Directus over the tables of a database, as its makers ship it, without its cache and its limits. Installed outside
 * of the dependencies, at the first call: half a gigabyte.
 */
export async function startDirectus(databaseUrl: string, port: number): Promise<Directus> {
  if (!existsSync(cli)) install()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    NODE_ENV: 'production',
    KEY: 'bench',
    SECRET: 'bench',
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'a password of the bench',
    ADMIN_TOKEN: token,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    TELEMETRY: 'false',
    RATE_LIMITER_ENABLED: 'false',
    CACHE_ENABLED: 'false',
    SERVE_APP: 'false',
    LOG_LEVEL: 'error',
  }
  execFileSync(process.execPath, [cli, 'bootstrap'], {
    cwd: home,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const child = spawn(process.execPath, [cli, 'start'], { cwd: home, env, stdio: 'ignore' })
  await answering(`${url}/server/ping`, child)
  return {
    url,
    headers: { authorization: `Bearer ${token}` },
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    },
  }
}

function install() {
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  // Some of what it may use is compiled at the install; a list needs none of that.
  const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...options, `directus@${version}`], { cwd: home, stdio: 'inherit' })
  writeFileSync(join(home, 'node_modules/isolated-vm/isolated-vm.js'), 'module.exports = {}\n')
}

async function answering(address: string, child: ChildProcess) {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 250) {
    if (child.exitCode !== null) throw new Error(`Directus ended with ${child.exitCode}`)
    const isUp = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await sleep(250)
  }
  throw new Error('Directus did not start')
}
