import { io } from 'socket.io-client'
import { expect, it } from 'vitest'
import { startTestApp } from '../testing/test-app.ts'

it('draining ends connections so that their clients come back by themselves', async () => {
  const test = await startTestApp()
  const address = await test.listen()
  const sockets = Array.from({ length: 5 }, () =>
    io(address, { transports: ['websocket'], reconnection: false, forceNew: true }),
  )
  await expect.poll(() => sockets.every(({ connected }) => connected)).toBe(true)
  const reasons: string[] = []
  for (const socket of sockets) socket.on('disconnect', (reason) => void reasons.push(reason))
  await test.app.hub.drain(90, new AbortController().signal)
  // Not "io server disconnect", after which a client stays away.
  await expect.poll(() => reasons).toEqual(Array(5).fill('transport close'))
  await test.close()
})
