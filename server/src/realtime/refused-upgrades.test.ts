import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
let address: string
const sockets: Socket[] = []
const limited = { RATE_LIMIT_FACTOR: '0.02' }
beforeAll(async () => {
  test = await startTestApp({ env: limited })
  address = await test.listen()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => test.close())

/** A client that never closes its side, and the server's end of its connection. */
async function open(at = { app: test, address }) {
  const { hostname, port } = new URL(at.address)
  const accepted = once(at.app.fastify.server, 'connection') as Promise<[Socket]>
  const client = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  sockets.push(client)
  const [there] = await accepted
  let told = ''
  client.on('data', (chunk) => {
    told += chunk
  })
  return { client, there, told: () => told, ended: once(client, 'end') }
}

/** Not by `once` of node:events, which would listen to its errors, too. */
const closed = (socket: Socket) =>
  socket.closed || new Promise<void>((resolve) => socket.once('close', () => resolve()))

const switchTo = (protocol: string, path = '/nowhere') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`
const notFound = 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

it.each([
  ['a WebSocket at the path of a page', switchTo('websocket', '/')],
  ['a WebSocket beside the sockets', switchTo('websocket', '/socket.iox/')],
  ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n'],
])('%s is told at once that there is none', async (_, request) => {
  const { client, told, ended } = await open()
  client.write(request)
  await ended
  expect(told()).toBe(notFound)
})

it('what asks for another protocol, as clients do that would rather speak HTTP/2, is answered in this one', async () => {
  const { client, told } = await open()
  const body = '{"email":"nobody@example.org","password":"wrong"}'
  const asked = (line: string, rest: string) =>
    client.write(
      `${line} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n${rest}`,
    )
  asked('GET /healthz', '\r\n')
  await expect.poll(told).toContain('"ok"')
  asked(
    'POST /api/mentees/login',
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  await expect.poll(told).toContain('invalid_credentials')
  expect(told()).not.toContain('404')
})

it('so it is on a connection that was answered before, which is cut though its client leaves it open', async () => {
  const { client, there, told, ended } = await open()
  client.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(told).toContain('"ok"')
  const earlier = told()
  client.write(switchTo('websocket'))
  await ended
  expect(told()).toBe(`${earlier}${notFound}`)
  await closed(there)
})

it.each([
  ['elsewhere', switchTo('websocket')],
  ['of the sockets', switchTo('websocket', '/socket.io/?EIO=4&transport=websocket')],
])('a client that is cut in the midst of an upgrade %s ends nobody else', async (_, request) => {
  const { client, there } = await open()
  const failed: unknown[] = []
  const watch = (error: unknown) => failed.push(error)
  process.on('uncaughtException', watch)
  // As it looks from here when a client resets its connection.
  test.fastify.server.once('upgrade', () => there.destroy(new Error('read ECONNRESET')))
  client.write(request)
  await closed(there)
  await new Promise((resolve) => setImmediate(resolve))
  process.off('uncaughtException', watch)
  expect(failed).toEqual([])
})

it('the sockets themselves are still opened', async () => {
  const socket = io(address, { transports: ['websocket'], reconnection: false, forceNew: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  socket.close()
})

it('they count by address like what no route takes', async () => {
  const own = await startTestApp({ env: limited })
  onTestFinished(() => own.close())
  const at = { app: own, address: await own.listen() }
  const statuses: string[] = []
  const beganAt = performance.now()
  // 60 a minute.
  while (statuses.length < 122 && !statuses.at(-1)?.endsWith('429')) {
    const { client, told, ended } = await open(at)
    client.write(switchTo('websocket'))
    await ended
    client.end()
    statuses.push(told().slice(0, 12))
  }
  expect(statuses[0]).toBe('HTTP/1.1 404')
  expect(statuses.at(-1)).toBe('HTTP/1.1 429')
  // On a busy machine a second minute may have begun.
  if (performance.now() - beganAt < 60_000) expect(statuses).toHaveLength(61)
  const { status } = await own.request('GET', '/api/nowhere')
  expect(status).toBe(429)
})
