import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { isUnavailable } from './conflicts.ts'
import { endWhenSilent, neverEndWhenSilent } from './silent-connections.ts'

/** Longer than a statement takes that is answered, on whatever machine. */
const silentMs = 3_000

/** A way to the database that can fall silent: what is sent on it goes nowhere, and nobody says so. */
let test: TestApp
let way: Server
let isSilent = false
const sockets = new Set<Socket>()
beforeAll(async () => {
  test = await startTestApp()
  const { hostname, port } = new URL(test.app.db.pool.options.connectionString!)
  way = createServer((from) => {
    const to = connect(Number(port || 5432), hostname)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one.on('data', (data) => void (isSilent || other.write(data)))
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  way.close()
  await test.close()
})

function openPool(onConnect: (client: pg.ClientBase) => void) {
  const url = new URL(test.app.db.pool.options.connectionString!)
  const address = way.address()
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' ? address?.port : 0)
  const pool = new pg.Pool({ connectionString: url.href, max: 1 })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    onConnect(client)
  })
  return pool
}

it('a statement that nothing answers ends, and the next one has a new connection', async () => {
  const pool = openPool((client) => endWhenSilent(client, silentMs))
  await pool.query('select 1')
  isSilent = true
  const error = await pool.query('select 2').catch((error: unknown) => error)
  expect(String(error)).toMatch(/does not answer any more; it was asked: select 2$/)
  expect(isUnavailable(error)).toBe(true)
  isSilent = false
  expect((await pool.query('select 3 as n')).rows).toEqual([{ n: 3 }])
  await pool.end()
})

it('neither what is idle is ended, nor what may take as long as it needs', async () => {
  const pool = openPool((client) => endWhenSilent(client, silentMs))
  const client = await pool.connect()
  const pid = async () => (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number
  const before = await pid()
  await sleep(1.5 * silentMs)
  expect(await pid()).toBe(before)
  neverEndWhenSilent(client)
  await client.query('select pg_sleep($1)', [(1.5 * silentMs) / 1_000])
  expect(await pid()).toBe(before)
  client.release()
  await pool.end()
})
