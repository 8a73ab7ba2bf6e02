import type { IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMentee } from '../testing/people.ts'
import { connectSocket, send } from '../testing/sockets.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
let address: string
beforeAll(async () => {
  test = await startTestApp()
  address = await test.listen()
})
afterAll(() => test.close())

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

it('keeps nothing of the request that opened a signed-in socket, which goes on to be answered', async () => {
  const opened: WeakRef<IncomingMessage>[] = []
  test.fastify.server.on('upgrade', (request) => opened.push(new WeakRef(request)))
  const heard = await connectSocket(address, await newMentee(test))
  expect(opened).toHaveLength(1)
  await expect
    .poll(() => {
      collectGarbage()
      return opened.map((request) => request.deref() === undefined)
    })
    .toEqual([true])
  expect(await send(heard, 'read', { conversationId: 'none', seq: 1 })).toMatchObject({
    ok: false,
    code: 'invalid_request',
  })
})
