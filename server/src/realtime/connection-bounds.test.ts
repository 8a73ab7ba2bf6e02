import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMentee } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const tests: TestApp[] = []
const sockets: Socket[] = []
let loose: Listening
let bound: Listening
beforeAll(async () => {
  loose = await listening({})
  bound = await listening({ RATE_LIMIT_FACTOR: '1' })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  for (const test of tests) await test.close()
})

type Listening = { test: TestApp; address: string }
async function listening(env: Record<string, string>): Promise<Listening> {
  const test = await startTestApp({ env })
  tests.push(test)
  return { test, address: await test.listen() }
}

/** A WebSocket by hand, of which nobody reads anything unless told to. */
async function open(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  // Cut while it writes, which is what it is for.
  socket.on('error', () => {})
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  await new Promise((resolve) => socket.once('readable', resolve))
  return socket
}

/** A text of a client, behind a mask of zeros. */
function frame(text: string): Buffer {
  const head =
    text.length < 126 ? [0x81, 0x80 | text.length] : [0x81, 0xfe, text.length >> 8, text.length & 255]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), Buffer.from(text)])
}

/** Before the 45 seconds after which Socket.IO ends who has not signed in or answers no ping. */
const untilCut = ({ test }: Listening) =>
  expect.poll(() => test.app.hub.connections(), { timeout: 25_000 }).toBe(0)

it('a client that sends without end is cut, though no event of its is known', async () => {
  const socket = await open(bound.address)
  socket.resume()
  for (let sent = 0; sent < 7000; sent++) socket.write(frame('40/unknown,'))
  await untilCut(bound)
})

it('a client that reads nothing of what it is answered is cut, before it has signed in', async () => {
  const socket = await open(loose.address)
  const packet = frame(`40/${'x'.repeat(60_000)},`)
  for (let sent = 0; sent < 600; sent++) socket.write(packet)
  await untilCut(loose)
})

it('a signed-in client that reads nothing of what it is told is cut', async () => {
  const { id, token, role } = await newMentee(loose.test)
  const signedIn: string[] = []
  loose.test.app.hub.onSignIn(async (actor) => void signedIn.push(actor.id))
  const socket = await open(loose.address)
  socket.write(frame('40'))
  socket.write(frame(`42${JSON.stringify(['setup', { userId: id, role, token }])}`))
  const { hub } = loose.test.app
  await expect.poll(() => signedIn).toEqual([id])
  const told = { slotId: 'x'.repeat(16_000), text: '', version: 1 }
  const untilGone = async () => {
    for (let n = 0; n < 2000 && hub.connections() > 0; n++) {
      hub.realtime.emit(id, 'live:notes', told)
      if (n % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await untilGone()
  await untilCut(loose)
})
