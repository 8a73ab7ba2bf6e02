import { Server } from 'socket.io'
import { expect, it } from 'vitest'
import { encodeTextOnly } from './gathered-frames.ts'
import { accountRoom, createRealtimeSender } from './socket-rooms.ts'

/** What is told, and how often somebody has looked into it. */
function told() {
  const looks = { count: 0 }
  const payload = {
    conversationId: 'one',
    get isTyping() {
      looks.count++
      return true
    },
  }
  return { payload, looks }
}

it('what is told is looked at once, for its text', () => {
  const io = new Server()
  encodeTextOnly(io)
  const { encoder } = io as unknown as { encoder: { encode(packet: unknown): unknown } }
  const { payload, looks } = told()
  expect(encoder.encode({ type: 2, nsp: '/', data: ['typing', payload] })).toEqual([
    '2["typing",{"conversationId":"one","isTyping":true}]',
  ])
  expect(looks.count).toBe(1)
})

it('for those who are not here nothing is made into a frame, unless other processes may have them', () => {
  const io = new Server()
  const { payload, looks } = told()
  const alone = createRealtimeSender({ io })
  alone.emit('somebody', 'typing', payload)
  alone.emit(['somebody', 'another'], 'typing', payload)
  alone.emit([], 'typing', payload)
  const oneOfSeveral = createRealtimeSender({ io, adapter: {} })
  // To no room would be to everybody.
  oneOfSeveral.emit([], 'typing', payload)
  expect(looks.count).toBe(0)
  oneOfSeveral.emit('somebody', 'typing', payload)
  expect(looks.count).toBeGreaterThan(0)
  looks.count = 0
  io.of('/').adapter.addAll('socket', new Set([accountRoom('another')]))
  alone.emit(['somebody', 'another'], 'typing', payload)
  expect(looks.count).toBeGreaterThan(0)
})
