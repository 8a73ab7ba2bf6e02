import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { prepareGracefulShutdown } from './graceful-shutdown.ts'

it('answers what is under way, and waits neither for kept connections nor for ever', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  const waiting: (() => void)[] = []
  app.get('/slow', () => new Promise((resolve) => waiting.push(() => resolve({ ok: true }))))
  app.server.on('upgrade', () => {})
  const closing = prepareGracefulShutdown(app, { maxWaitMs: 5_000 })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo

  // A proxy's connection, which it keeps after the answer; and one that was upgraded and has gone silent.
  const agent = new Agent({ keepAlive: true })
  const asked = request({ agent, port, host: '127.0.0.1', path: '/slow' })
  const answered = once(asked, 'response')
  asked.end()
  const silent = connect(port, '127.0.0.1')
  silent.on('error', () => {})
  silent.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
  await expect.poll(() => waiting.length).toBe(1)

  const stopped = closing.stop()
  const cut = once(silent, 'close')
  waiting[0]!()
  const [response] = await answered
  expect(response.statusCode).toBe(200)
  response.resume()
  await stopped
  await cut
  agent.destroy()
})
