import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './app-server.ts'

/** A Redis of a test's own, to be killed. */
export type OwnRedis = { url: string; kill(): Promise<void>; start(): Promise<void> }

export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0

export async function startOwnRedis(): Promise<OwnRedis> {
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
  let child: ChildProcess | undefined
  process.once('exit', () => child?.kill('SIGKILL'))

  async function start() {
    child = spawn('redis-server', args, { stdio: 'ignore' })
    while (!(await answers(port))) await sleep(20)
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    async kill() {
      const ending = child
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
      const gone = new Promise((resolve) => ending.once('exit', resolve))
      ending.kill('SIGKILL')
      await gone
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    const finish = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('data', (chunk) => finish(chunk.toString().startsWith('+PONG')))
    socket.once('error', () => finish(false))
  })
