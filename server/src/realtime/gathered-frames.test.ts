import { Socket } from 'node:net'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newConversation, type TestPerson } from '../testing/people.ts'
import { connectSocket, send } from '../testing/sockets.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
let address: string
let mentor: TestPerson
let mentee: TestPerson
let conversationId: string
beforeAll(async () => {
  test = await startTestApp()
  address = await test.listen()
  ;({ mentor, mentee, conversationId } = await newConversation(test))
})
afterAll(() => test.close())

type Chunks = { chunk: Buffer | string }[]

it('what a socket is told of one message is written at once', async () => {
  const sender = await connectSocket(address, mentee)
  const receiver = await connectSocket(address, mentor)
  const writes: string[] = []
  const prototype = Socket.prototype as unknown as { _writev(chunks: Chunks, done: () => void): void }
  const original = prototype._writev
  prototype._writev = function (chunks, done) {
    writes.push(chunks.map(({ chunk }) => chunk.toString()).join(''))
    return original.call(this, chunks, done)
  }
  try {
    await send(sender, 'message', { conversationId, message: 'A word', clientMessageId: v7() })
    await expect.poll(() => receiver.of('unread')).toHaveLength(1)
  } finally {
    prototype._writev = original
  }
  const [toSender, toReceiver] = [/"ok":true/, /"unreadConversations"/].map((what) =>
    writes.filter((text) => what.test(text) && text.includes('"messageReveived"')),
  )
  expect([toSender!.length, toReceiver!.length]).toEqual([1, 1])
  expect(writes.filter((text) => text.includes('"messageReveived"'))).toHaveLength(2)
})
