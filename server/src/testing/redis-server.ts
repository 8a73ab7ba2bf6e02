import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { Redis } from 'ioredis'

/** A Redis of a test's own, which may be stopped in every way that happens to one. */
export type RedisServer = {
  url: string
  start(): Promise<void>
  /** As a crash would; it keeps nothing. */
  kill(): Promise<void>
  /** Takes connections and answers nothing, until `thaw`. */
  freeze(): void
  thaw(): void
}

/** Without the program such tests are skipped; `npm test` installs it where it can, and says so where not. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0

export async function startRedisServer(settings: Record<string, string> = {}): Promise<RedisServer> {
  const port = await freePort()
  const all = {
    port: String(port),
    bind: '127.0.0.1',
    save: '',
    appendonly: 'no',
    dir: tmpdir(),
    ...settings,
  }
  const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value])
  const password = settings.requirepass ? `:${settings.requirepass}@` : ''
  const url = `redis://${password}127.0.0.1:${port}`
  let child: ChildProcess | undefined

  async function start() {
    child = spawn('redis-server', args, { stdio: 'ignore' })
    const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 20 })
    client.on('error', () => {})
    await client.ping()
    client.disconnect()
  }
  await start()
  return {
    url,
    start,
    async kill() {
      const ending = child
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
      const gone = new Promise((resolve) => ending.once('exit', resolve))
      ending.kill('SIGKILL')
      await gone
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}
