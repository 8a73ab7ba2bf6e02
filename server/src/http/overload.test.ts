import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { handleErrors } from './error-replies.ts'
import { registerHealth } from './health.ts'
import { refuseOverload } from './overload.ts'

it('answers 503 with Retry-After at once while too much is under way, and probes go on', async () => {
  const app = Fastify({ forceCloseConnections: true })
  handleErrors(app)
  refuseOverload(app, { max: 3 })
  registerHealth(app, { db: {} as never, readiness: { isReady: true } })
  const waiting: (() => void)[] = []
  app.get('/slow', () => new Promise((resolve) => waiting.push(() => resolve({ ok: true }))))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address?.port}`
  const slow = [1, 2, 3].map(() => fetch(`${url}/slow`))
  await expect.poll(() => waiting.length).toBe(3)

  const refused = await fetch(`${url}/slow`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ code: 'unavailable', requestId: expect.any(String) })
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
  await app.close()
})
