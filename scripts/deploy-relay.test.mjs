import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inProject } from './lib/project.mjs'
import { credentialsOf, openTurnClient } from './lib/turn-client.mjs'

// deploy/'s entrypoints with the programs that they start, where those are installed.

const hasProgram = (name) => spawnSync(name, ['--version']).error === undefined
const secret = 'made-for-this-test-only-0123456789'
const publicIp = '192.0.3.10'

const freePort = () =>
  new Promise((resolve) => {
    const socket = createSocket('udp4').bind(0, '127.0.0.1', () => {
      const { port } = socket.address()
      socket.close(() => resolve(port))
    })
  })

/** Runs an entrypoint in a folder of its own. */
function start(script, env, args) {
  const folder = mkdtempSync(join(tmpdir(), 'marga-deploy-'))
  const child = spawn('sh', [inProject('deploy', script), ...args(folder)], {
    env: { PATH: process.env.PATH, TMPDIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data
    })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  return {
    child,
    folder,
    gone,
    output: () => output,
    async stop() {
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
const proc = (pid, name) => readFileSync(`/proc/${pid}/${name}`, 'utf8')
const modesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => String(name).endsWith('.conf'))
    .map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8))

async function startRelay(more = {}) {
  const port = await freePort()
  const env = {
    TURN_SECRET: secret,
    TURN_DOMAIN: 'relay.test',
    TURN_PUBLIC_IP: publicIp,
    COTURN_TEMPLATE: inProject('deploy/coturn.conf'),
    ...more,
  }
  const relay = start('coturn-entrypoint.sh', env, (folder) => [
    `--listening-port=${port}`,
    '--listening-ip=127.0.0.1',
    '--relay-ip=127.0.0.1',
    '--relay-ip=::1',
    '--no-tls',
    '--no-dtls',
    `--pidfile=${join(folder, 'pid')}`,
    `--userdb=${join(folder, 'db')}`,
  ])
  const tell = async (work, { under = secret, isIpv6 } = {}) => {
    const client = openTurnClient({ port, isIpv6, ...credentialsOf(under) })
    try {
      return await work(client)
    } finally {
      client.close()
    }
  }
  return { ...relay, tell }
}

test('coturn of deploy/ takes the secret of the environment and no other, and shows it to nobody', {
  skip: !hasProgram('turnserver') && 'coturn is NOT checked: it is not installed',
}, async () => {
  const relay = await startRelay()
  try {
    assert.equal(await relay.tell((client) => client.allocate()), 0)
    for (const under of ['CHANGE-ME-at-least-16-characters', 'some other secret of some length', ''])
      assert.equal(await relay.tell((client) => client.allocate(), { under }), 401, under)
    assert.ok(!proc(relay.child.pid, 'cmdline').includes(secret))
    assert.match(proc(relay.child.pid, 'cmdline'), /turnserver/)
    assert.deepEqual(modesIn(relay.folder), ['600'])
    assert.ok(!relay.output().includes(secret))
  } finally {
    await relay.stop()
  }
})

test('coturn of deploy/ relays to public addresses, and not into any network of ours', {
  skip: !hasProgram('turnserver') && 'coturn is NOT checked: it is not installed',
}, async () => {
  const denied = [
    '0.0.0.1',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    publicIp,
  ]
  const denied6 = [
    '::',
    '::1',
    '::ffff:7f00:1',
    '64:ff9b::a00:1',
    '64:ff9b:1::a00:1',
    '2001:0:1::1',
    '2002:a00:1::1',
    'fc00::1',
    'fd00:1::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ]
  const relay = await startRelay()
  try {
    await relay.tell(async (client) => {
      assert.equal(await client.allocate(), 0)
      assert.equal(await client.permit('8.8.8.8'), 0)
      for (const peer of denied) assert.equal(await client.permit(peer), 403, peer)
    })
    await relay.tell(
      async (client) => {
        assert.equal(await client.allocate(), 0)
        assert.equal(await client.permit('2606:4700::1111'), 0)
        for (const peer of denied6) assert.equal(await client.permit(peer), 403, peer)
      },
      { isIpv6: true },
    )
  } finally {
    await relay.stop()
  }
  const open = await startRelay({ TURN_RELAY_TO_RELAY: 'yes' })
  try {
    await open.tell(async (client) => {
      assert.equal(await client.allocate(), 0)
      assert.equal(await client.permit(publicIp), 0)
      assert.equal(await client.permit('10.1.2.3'), 403)
    })
  } finally {
    await open.stop()
  }
})

test('coturn of deploy/ does not start without a secret and an address, or with a line smuggled in', async () => {
  for (const env of [
    { TURN_SECRET: '' },
    { TURN_SECRET: 'short' },
    { TURN_PUBLIC_IP: '' },
    { TURN_DOMAIN: 'relay.test\nno-auth' },
  ]) {
    const relay = await startRelay(env)
    try {
      assert.equal(await Promise.race([relay.gone, sleep(60_000, 'still there', { ref: false })]), 1)
      assert.match(relay.output(), /coturn-entrypoint: TURN_/)
    } finally {
      await relay.stop()
    }
  }
})

test('coturn of deploy/ is not run, and not started again and again, where no relay is wanted', async () => {
  const relay = start('coturn-entrypoint.sh', { TURN_SECRET: '', TURN_DOMAIN: '' }, () => [])
  try {
    while (!relay.output()) await sleep(20)
    assert.match(relay.output(), /no relay is run/)
    assert.equal(relay.child.exitCode, null)
  } finally {
    await relay.stop()
  }
})

test('Redis of deploy/ asks for the password, and shows it to nobody', {
  skip: !hasProgram('redis-server') && 'Redis is NOT checked: it is not installed',
}, async () => {
  const port = await new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address()
      server.close(() => resolve(free))
    })
  })
  const redis = start('redis-entrypoint.sh', { REDIS_PASSWORD: 'made_for_this_test' }, () => [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ])
  const ping = (password) =>
    spawnSync('redis-cli', ['-p', String(port), 'ping'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...(password ? { REDISCLI_AUTH: password } : {}) },
    }).stdout.trim()
  try {
    for (let n = 0; n < 600 && !/NOAUTH/.test(ping()); n++) await sleep(100)
    assert.match(ping(), /NOAUTH/)
    assert.doesNotMatch(ping('wrong'), /PONG/)
    assert.equal(ping('made_for_this_test'), 'PONG')
    assert.ok(!proc(redis.child.pid, 'cmdline').includes('made_for_this_test'))
    assert.deepEqual(modesIn(redis.folder), ['600'])
  } finally {
    await redis.stop()
  }
})
