import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSmallSite } from '../testing/small-site.ts'
import { handleErrors } from './error-responses.ts'

let site: Awaited<ReturnType<typeof makeSmallSite>>
let app: FastifyInstance
beforeAll(async () => {
  site = await makeSmallSite()
  app = fastify()
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ code: 'not_found' }))
  app.get('/api/known', () => 'api')
  await site.serveOn(app, { publicUrl: 'https://marga.example/' })
})
afterAll(async () => {
  await app.close()
  await site.remove()
})

describe('a page', () => {
  it('is rendered by the built site, with the nonce and the address of the site', async () => {
    const response = await app.inject({ url: '/auth/x?price=b', headers: { cookie: 'a=b' } })
    expect(response.statusCode).toBe(203)
    expect(response.headers).toMatchObject({ 'x-page': 'yes', 'cache-control': 'private, no-cache' })
    expect(response.json()).toMatchObject({
      url: 'https://marga.example/auth/x?price=b',
      method: 'GET',
      cookie: 'a=b',
      nonce: expect.stringMatching(/^nonce-of-/),
      origin: 'https://marga.example',
      hasBuild: true,
    })
  })

  it('learns whether tokens were given to the browser that asks for it', async () => {
    const isProven = async (cookie: string) =>
      (await app.inject({ url: '/auth/x', headers: { cookie } })).json().isProven
    expect([await isProven('proof-of=token'), await isProven('a=b')]).toEqual([true, false])
  })

  it('answers HEAD as well', async () => {
    expect((await app.inject({ method: 'HEAD', url: '/about' })).statusCode).toBe(203)
  })

  it('is never made of a form that was posted', async () => {
    expect((await app.inject({ method: 'POST', url: '/auth/login' })).statusCode).toBe(404)
  })
})

describe('a page whose site is known by its requests', () => {
  let other: FastifyInstance
  beforeAll(async () => {
    other = fastify({ trustProxy: true })
    handleErrors(other)
    await site.serveOn(other, { tagsOf: () => undefined })
  })
  afterAll(() => other.close())

  it.each([
    { host: '[' },
    { host: 'a b' },
    { 'x-forwarded-host': '<script>' },
    { 'x-forwarded-host': 'a/../b' },
    { 'x-forwarded-proto': 'javascript' },
    { 'x-forwarded-proto': ':' },
  ])('is refused with %o', async (headers) => {
    const response = await other.inject({ url: '/auth/login', headers: { ...headers } })
    expect([response.statusCode, response.json().fields]).toEqual([400, { host: expect.any(String) }])
  })

  it.each([
    ['//evil.example/x', 'http://marga.example//evil.example/x'],
    ['/auth/login?next=//evil', 'http://marga.example/auth/login?next=//evil'],
  ])('stays on its site: %s', async (url, seen) => {
    const headers = { host: 'marga.example' }
    expect((await other.inject({ url, headers })).json().url).toBe(seen)
  })
})

describe('a file', () => {
  it('with a hash in its name may be kept for ever', async () => {
    const response = await app.inject('/assets/app-1a2b.js')
    expect(response.body).toBe('export {}')
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('comes compressed where the build has done that', async () => {
    const asked = { url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'gzip, br' } }
    const { headers } = await app.inject(asked)
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringMatching(/encoding/i) })
    expect(headers['content-type']).toMatch(/javascript/)
  })

  it('without one is asked for again', async () => {
    expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  })

  it.each(['identity', 'br'])('of the worker is never kept: %s', async (encoding) => {
    const { headers } = await app.inject({ url: '/worker.js', headers: { 'accept-encoding': encoding } })
    expect(headers['cache-control']).toBe('no-store')
  })

  it('of an icon is sent as a picture', async () => {
    const { headers, body } = await app.inject('/favicon.ico')
    expect([body, headers['content-type'], headers['cache-control']]).toEqual([
      'icon',
      'image/vnd.microsoft.icon',
      'public, max-age=3600',
    ])
  })

  it('that is not there is not a page', async () => {
    expect((await app.inject('/assets/old-9z.js')).statusCode).toBe(404)
    expect((await app.inject('/server/index.js')).headers['x-page']).toBe('yes')
  })
})

describe('what others answer', () => {
  it.each(['/api', '/api/unknown', '/socket.io/', '/healthz', '/sandbox/mail', '/uploads/x.png'])(
    'is left alone: %s',
    async (url) => {
      expect((await app.inject(url)).json()).toEqual({ code: 'not_found' })
    },
  )

  it('comes first where it exists', async () => {
    expect((await app.inject('/api/known')).body).toBe('api')
  })
})
