import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { createAddressReader } from '../platform/network-address.ts'
import { createRateLimiter } from '../platform/rate-limiter.ts'
import { limitConnections } from './connections.ts'
import { handleErrors } from './error-responses.ts'
import { registerHealth } from './health.ts'
import { refuseOverload } from './overload.ts'
import { limitPendingBodies } from './pending-bodies.ts'
import { limitRequests } from './request-limits.ts'

type Bounds = {
  max?: number
  perAddressMax?: number
  bodiesMax?: number
  connectionsMax?: number
  bodyMs?: number
}

let app: FastifyInstance
let url: string
let port: number
let waiting: (() => void)[]
/** How often the large answer was asked for. */
let large: number
const sockets: Socket[] = []

/** The bounds alone, before a route that answers when it is told to, and one that answers at once. */
async function start({
  max = 1000,
  perAddressMax = 1000,
  bodiesMax = 1000,
  connectionsMax = 2000,
  bodyMs = 60_000,
}: Bounds) {
  app = Fastify({ forceCloseConnections: true, trustProxy: ['127.0.0.9'] })
  waiting = []
  large = 0
  handleErrors(app)
  limitConnections(app.server, {
    perAddressMax: connectionsMax,
    addresses: createAddressReader(['127.0.0.9']),
  })
  limitRequests(app, createRateLimiter({ factor: 1000 }))
  limitPendingBodies(app, { perAddressMax: bodiesMax, bodyMs, lookEveryMs: 20 })
  refuseOverload(app, { max, perAddressMax })
  registerHealth(app, { db: {} as never, readiness: { isReady: true } })
  app.get('/slow', () => new Promise((resolve) => waiting.push(() => resolve({ ok: true }))))
  app.get('/large', async () => {
    large++
    return largeAnswer
  })
  app.get('/quick', async () => 'ok')
  app.post('/echo', async ({ body }) => body)
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as { port: number }).port
  url = `http://127.0.0.1:${port}`
}
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

type Told = { socket: Socket; text: () => string; closed: Promise<void> }

/** A connection from an address of this machine that writes something and then waits. */
function write(text: string, localAddress = '127.0.0.1'): Told {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  let told = ''
  socket.on('data', (chunk) => {
    told += chunk
  })
  socket.on('error', () => {})
  socket.write(text)
  return { socket, text: () => told, closed: new Promise((resolve) => socket.once('close', () => resolve())) }
}
const halfBody =
  'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
/** More than any buffer between the two takes. */
const largeAnswer = Buffer.alloc(32_000_000)
/** Asks for it and takes none of it. */
function askOnly(localAddress: string) {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  socket.on('error', () => {})
  socket.pause()
  socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return socket
}
/** Of a request that is answered at once, by an address of this machine. */
async function statusOf(localAddress: string) {
  const { closed, text } = write(get('/quick'), localAddress)
  await closed
  return text().slice(9, 12)
}
const post = (body: object) =>
  fetch(`${url}/echo`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })

describe('while too much is under way', () => {
  it('answers 503 with Retry-After at once, and probes go on', async () => {
    await start({ max: 3 })
    const slow = [1, 2, 3].map(() => fetch(`${url}/slow`))
    await expect.poll(() => waiting.length).toBe(3)

    const refused = await fetch(`${url}/slow`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await refused.json()).toMatchObject({ code: 'unavailable', requestId: expect.any(String) })
    expect((await post({ a: 1 })).status).toBe(503)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)

    for (const end of waiting.splice(0)) end()
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200, 200])
    // Nobody is counted for ever: also one who goes away makes room.
    const leaving = new AbortController()
    const left = fetch(`${url}/slow`, { signal: leaving.signal }).catch(() => 'left')
    await expect.poll(() => waiting.length).toBe(1)
    leaving.abort()
    expect(await left).toBe('left')
    waiting.pop()!()
    const again = [1, 2, 3].map(() => fetch(`${url}/slow`))
    await expect.poll(() => waiting.length).toBe(3)
    for (const end of waiting) end()
    expect((await Promise.all(again)).every(({ status }) => status === 200)).toBe(true)
  })

  it('of one address, others are answered', async () => {
    await start({ perAddressMax: 2 })
    const slow = [1, 2].map(() => write(get('/slow'), '127.0.0.2'))
    await expect.poll(() => waiting.length).toBe(2)
    const third = write(get('/slow'), '127.0.0.2')
    await third.closed
    expect(third.text()).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 1/)
    expect((await post({ a: 1 })).status).toBe(200)
    for (const end of waiting) end()
    for (const { closed, text } of slow) {
      await closed
      expect(text()).toMatch(/^HTTP\/1\.1 200 /)
    }
  })
})

describe('an answer that is not taken', () => {
  it('counts for its own address, until the connection is gone', async () => {
    await start({ perAddressMax: 2 })
    const untaken = [1, 2].map(() => askOnly('127.0.0.2'))
    await expect.poll(() => large).toBe(2)
    expect(await Promise.all(['127.0.0.2', '127.0.0.3'].map(statusOf))).toEqual(['429', '200'])
    for (const socket of untaken) socket.destroy()
    await expect.poll(() => statusOf('127.0.0.2')).toBe('200')
  })

  it('keeps nobody else out: of too many the one that waits longest is cut', async () => {
    await start({ max: 2 })
    const accepted: Socket[] = []
    app.server.on('connection', (socket) => accepted.push(socket))
    for (const n of [1, 2, 3]) {
      askOnly('127.0.0.2')
      await expect.poll(() => large).toBe(n)
    }
    await expect.poll(() => accepted.map(({ destroyed }) => destroyed)).toEqual([true, false, false])
    expect((await post({ a: 1 })).status).toBe(200)
  })

  it('counts no longer when its connection is gone, also where it waits behind another one', async () => {
    await start({ max: 3, perAddressMax: 3 })
    for (let round = 0; round < 3; round++) {
      const { socket } = write(get('/slow').replace('close', 'keep-alive').repeat(3), '127.0.0.2')
      await expect.poll(() => waiting.length).toBe(3)
      socket.destroy()
      await expect.poll(() => statusOf('127.0.0.2')).toBe('200')
      for (const end of waiting.splice(0)) end()
    }
    expect((await post({ a: 1 })).status).toBe(200)
  })
})

describe('a body that does not come', () => {
  it('is no load: a thousand of one address keep nobody else out', async () => {
    await start({ max: 50, bodiesMax: 30 })
    const half = Array.from({ length: 1000 }, () => write(halfBody, '127.0.0.2'))
    const refused = () => half.filter(({ text }) => text().startsWith('HTTP/1.1 429'))
    await expect.poll(() => refused().length).toBe(970)
    for (const response of await Promise.all(Array.from({ length: 40 }, (_, n) => post({ n }))))
      expect(response.status).toBe(200)
    // What is refused is let go of, though the rest of its body is still to come.
    for (const { closed } of refused()) await closed
    // The others are still waited for, and answered when their bodies come.
    const kept = half.find(({ text }) => text() === '')!
    kept.socket.write(`"a": "${'x'.repeat(91)}"}`)
    await expect.poll(() => kept.text()).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('is cut after a short time, and counts no longer', async () => {
    await start({ bodiesMax: 2, bodyMs: 50 })
    const half = [1, 2].map(() => write(halfBody))
    for (const { closed, text } of half) {
      await closed
      expect(text()).toMatch(/^HTTP\/1\.1 408 /)
    }
    expect((await post({ a: 1 })).status).toBe(200)
  })

  it('counts no longer when its sender goes away', async () => {
    await start({ bodiesMax: 2 })
    for (const { socket } of [1, 2].map(() => write(halfBody))) {
      await new Promise((resolve) => socket.once('connect', resolve))
      socket.destroy()
    }
    await expect.poll(async () => (await post({ a: 1 })).status).toBe(200)
    expect((await post({ a: 1 })).status).toBe(200)
  })
})

it('one address opens so many connections; a trusted proxy as many as people come through it', async () => {
  await start({ connectionsMax: 3 })
  const of = (address: string) =>
    Promise.all(
      [1, 2, 3, 4, 5].map(async () => {
        const { closed, text } = write(get('/healthz'), address)
        await closed
        return text().slice(9, 12)
      }),
    )
  const open = [1, 2, 3].map(() => write('GET /healthz', '127.0.0.2'))
  await expect
    .poll(() => app.server.connections ?? open.every(({ socket }) => !socket.connecting))
    .toBeTruthy()
  expect(await of('127.0.0.2')).toEqual(['', '', '', '', ''])
  expect(await of('127.0.0.9')).toEqual(['200', '200', '200', '200', '200'])
  expect(await of('127.0.0.3')).toContain('200')
})
