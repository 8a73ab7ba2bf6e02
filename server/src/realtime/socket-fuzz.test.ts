import { type ClientEvents, clientEvents } from '@marga/contract/realtime'
import fc from 'fast-check'
import { io, type Socket } from 'socket.io-client'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { newModerator } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { makePair, type PairWorld } from '../testing/two-pairs.ts'
import { frameBytesMax } from './socket-hub.ts'

let test: TestApp
let pair: PairWorld
let address: string
let socket: Socket
let frames = 0
beforeAll(async () => {
  test = await startTestApp()
  address = await test.listen()
  pair = await makePair(test, await newModerator(test), 'secret', 3)
})
afterAll(async () => {
  console.log(`socket fuzz: ${frames} frames sent`)
  socket?.close()
  await test.close()
})

/** A new one when the old one was cut for sending too much. */
async function signedIn(): Promise<Socket> {
  if (socket?.connected) return socket
  socket = io(address, { transports: ['websocket'], reconnection: false, forceNew: true })
  const { mentee } = pair
  socket.emit('setup', { role: 'mentee', userId: mentee.id, token: mentee.token })
  await new Promise((resolve, reject) => {
    socket.once('connected', resolve)
    socket.once('unauthenticated', reject)
  })
  return socket
}

const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', '\u0000', '\ud800', '-1', '1e999', 'x'.repeat(30_000), v7()),
  fc.double(),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constant(null),
)
const tree = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(fc.string({ maxLength: 12 }), tie('node'), { maxKeys: 4 }),
  ),
})).node

const names = Object.keys(clientEvents) as (keyof ClientEvents)[]

it.each(names)(
  '%s answers generated frames with a refusal or an answer, never with a failure of ours',
  async (name) => {
    const keys = Object.keys(clientEvents[name].shape)
    const own = { conversationId: pair.conversationId, slotId: pair.slotId }
    const payload = fc.oneof(
      tree,
      fc.record(Object.fromEntries(keys.map((key) => [key, tree])), { requiredKeys: [] }),
      fc
        .record(Object.fromEntries(keys.map((key) => [key, tree])), { requiredKeys: [] })
        .map((given) => ({ ...given, ...own })),
    )
    await fc.assert(
      fc.asyncProperty(payload, async (frame) => {
        const on = await signedIn()
        // What is too large for a frame cuts the connection.
        const isTooLarge = Buffer.byteLength(JSON.stringify([name, frame])) > frameBytesMax - 100
        const response = await on
          .timeout(10_000)
          .emitWithAck(name, frame)
          .catch((error: Error) => {
            if (isTooLarge && error.message === 'socket has been disconnected') return { ok: true }
            throw error
          })
        frames++
        expect(
          response.ok === true || (typeof response.code === 'string' && response.code !== 'internal'),
        ).toBe(true)
        expect(JSON.stringify(response)).not.toMatch(/ at .*\.[tj]s:\d+/)
      }),
      { numRuns: inject('fuzzRuns') },
    )
  },
  600_000,
)

it('goes on for others after generated frames that are no events at all', async () => {
  const raw = io(address, { transports: ['websocket'], reconnection: false, forceNew: true })
  await new Promise<void>((resolve) => raw.once('connect', () => resolve()))
  const closed = new Promise((resolve) => raw.once('disconnect', resolve))
  for (const frame of ['2', '42', '42[', '451-["x"]', '9', '4'.repeat(5000), '42["setup",{"__proto__":1}]'])
    raw.io.engine.write(frame)
  await closed
  expect((await signedIn()).connected).toBe(true)
})
