import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { newMentee } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { clientTimes } from './slow-clients.ts'

/** The product with less patience, so that the test need not have as much. */
const impatient = {
  headersMs: 400,
  requestMs: 2_000,
  bodyMs: 400,
  idleMs: 1_000,
  answerMs: 1_500,
  lookEveryMs: 50,
}

let test: TestApp
let app: FastifyInstance
let port: number
beforeAll(async () => {
  test = await startTestApp()
  app = await buildApp(test.app, { webBuildDir: undefined, clientTimes: impatient })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as { port: number }).port
})
afterAll(async () => {
  await app.close()
  await test.close()
})

/** Settles when the server has let go of the connections that `open` makes. */
async function untilCut(count: number, open: () => Socket): Promise<void> {
  const cut: Promise<unknown>[] = []
  const watch = (socket: Socket) => cut.push(new Promise((resolve) => socket.once('close', resolve)))
  app.server.on('connection', watch)
  const sockets = Array.from({ length: count }, open)
  await expect.poll(() => cut.length).toBe(count)
  app.server.off('connection', watch)
  await Promise.all(cut)
  for (const socket of sockets) socket.destroy()
}

/** A connection that writes one byte after the other until it is cut. @returns what it was told */
function drip(head: string, endless: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let told = ''
  socket.on('data', (chunk) => {
    told += chunk
  })
  socket.on('error', () => {})
  socket.write(head)
  const timer = setInterval(() => socket.write(endless), 20)
  return new Promise((resolve) =>
    socket.once('close', () => {
      clearInterval(timer)
      resolve(told)
    }),
  )
}

/** Asks for more than any buffer between the two takes. */
function ask(path: string, times: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(times))
  return socket
}

/** It is as impatient with whoever is honest: on a busy machine they try again. */
const untilServed = () =>
  expect.poll(() => fetch(`http://127.0.0.1:${port}/healthz`).then(({ status }) => status, String)).toBe(200)

describe('a client that takes its time', () => {
  it('is cut while it drips its headers, and others are served meanwhile', async () => {
    const slow = Array.from({ length: 100 }, () =>
      drip('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-', 'a'),
    )
    await untilServed()
    for (const told of await Promise.all(slow)) expect(told).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })

  it('is cut while it drips its body, before anything is done with it', async () => {
    const head =
      'POST /api/mentees/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{'
    const slow = Array.from({ length: 20 }, () => drip(head, ' '))
    await untilServed()
    for (const told of await Promise.all(slow)) expect(told).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })

  it('is cut when it says nothing at all', () => untilCut(5, () => connect(port, '127.0.0.1')))

  it('is cut when it does not take its answer', () => untilCut(3, () => ask('/api/openapi.json', 40)))

  it('is cut when it takes its answer drop by drop, which is never idle', async () => {
    let taken = 0
    let timer: NodeJS.Timeout | undefined
    await untilCut(1, () => {
      const socket = ask('/api/openapi.json', 40)
      socket.on('data', (chunk) => {
        taken += chunk.length
        socket.pause()
      })
      timer = setInterval(() => socket.resume(), 100)
      return socket
    })
    clearInterval(timer)
    expect(taken).toBeGreaterThan(0)
  })
})

it('an open socket of a signed-in page is not a slow client', async () => {
  test.app.hub.attach(app.server, test.app.socketHandlers, test.app.presence)
  const { role, id: userId, token } = await newMentee(test)
  // On a busy machine the first one may be cut before it has said what it wants: it tries again.
  const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true })
  socket.on('connect', () => socket.emit('setup', { role, userId, token }))
  await new Promise<void>((resolve) => socket.once('connected', () => resolve()))
  // Connections that are opened later are cut for being idle.
  await untilCut(1, () => connect(port, '127.0.0.1'))
  expect(socket.connected).toBe(true)
  socket.close()
})

it('the product itself waits no longer than this', async () => {
  const { server } = test.fastify
  expect([server.headersTimeout, server.requestTimeout, server.timeout]).toEqual([
    clientTimes.headersMs,
    clientTimes.requestMs,
    clientTimes.idleMs,
  ])
  expect(clientTimes).toMatchObject({
    headersMs: 10_000,
    requestMs: 30_000,
    bodyMs: 5_000,
    idleMs: 60_000,
    answerMs: 120_000,
  })
})
