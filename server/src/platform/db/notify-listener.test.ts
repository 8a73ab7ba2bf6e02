import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { startNotifyListener } from './notify-listener.ts'

/** A way to the database that takes connections and answers nothing, as a proxy of a machine that is gone. */
let test: TestApp
let way: Server
let isDumb = true
const sockets = new Set<Socket>()
beforeAll(async () => {
  test = await startTestApp()
  const { hostname, port } = new URL(test.databaseUrl)
  way = createServer((from) => {
    sockets.add(from)
    from.on('error', () => {})
    if (isDumb) return void from.resume()
    const to = connect(Number(port || 5432), hostname)
    sockets.add(to)
    to.on('error', () => {})
    from.pipe(to)
    to.pipe(from)
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  way.close()
  await test.close()
})

it('comes back by itself where its connection is taken, and nothing is answered on it', async () => {
  const url = new URL(test.databaseUrl)
  const address = way.address()
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' ? address?.port : 0)
  const heard: string[] = []
  const listener = startNotifyListener({
    url: url.href,
    log: test.app.log,
    handlers: { something: (payload) => void heard.push(payload) },
    onConnected: async () => {},
  })
  await expect.poll(() => sockets.size).toBe(1)
  isDumb = false
  await expect.poll(() => listener.isListening()).toBe(true)
  await test.app.db.pool.query(`select pg_notify('something', 'told')`)
  await expect.poll(() => heard).toEqual(['told'])
  await listener.close()
})
