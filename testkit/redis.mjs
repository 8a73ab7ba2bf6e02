import { spawn, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './ports.mjs'
import { endProcess, hasEnded, killAtExit } from './processes.mjs'

/** Without the program such tests are skipped; `npm test` installs it where it can, and says so where not. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0

const thrownAway = { bind: '127.0.0.1', save: '', appendonly: 'no', dir: tmpdir() }

export async function startRedisServer(settings = {}) {
  const port = await freePort()
  const all = { ...thrownAway, port: String(port), ...settings }
  const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value])
  const password = settings.requirepass ? `:${settings.requirepass}@` : ''
  let child
  const kill = () => endProcess(child, 'SIGKILL')

  async function start() {
    child = killAtExit(spawn('redis-server', args, { stdio: 'ignore' }))
    // One with a password refuses, which is an answer, too.
    while ((await ping(port)) === '') {
      if (hasEnded(child)) throw new Error('The Redis of the test has ended')
      await sleep(20)
    }
  }
  await start()
  return {
    url: `redis://${password}127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}

/** @returns what it says; nothing when nobody is there */
function ping(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1000 }, () => socket.write('PING\r\n'))
    const finish = (said) => {
      socket.destroy()
      resolve(said)
    }
    socket.once('data', (chunk) => finish(chunk.toString('latin1')))
    for (const event of ['error', 'timeout', 'close']) socket.once(event, () => finish(''))
  })
}
