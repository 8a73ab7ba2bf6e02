import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createResponseCache } from '../platform/cache/response-cache.ts'
import { type CachedPage, pageBytes } from './cached-pages.ts'
import { handleErrors } from './error-responses.ts'
import { registerSsrHost } from './ssr-host.ts'

/** A built site in small: its one handler answers what it was given. */
const builtServer = `
let renderings = 0
export const entry = { module: { createWebHandler: (build) => async (request, host) => {
  if (new URL(request.url).pathname === '/broken') host.report(new Error('seen'))
  const seen = { url: request.url, method: request.method, cookie: request.headers.get('cookie'),
    nonce: host.nonce, origin: host.origin, isProven: host.isSignInProven('token'), hasBuild: build.entry !== undefined }
  if (new URL(request.url).pathname.startsWith('/browse/mentor/profile/')) {
    const id = request.url.split('/').at(-1)
    for (const one of id.split('-and-')) await host.call({}, { params: { id: one } }).catch(() => {})
    return new Response('rendered ' + ++renderings, { headers: { 'content-type': 'text/html' } })
  }
  if (['/', '/faq'].includes(new URL(request.url).pathname))
    return new Response('rendered ' + ++renderings + ' for ' + host.nonce, { headers: { 'content-type': 'text/html' } })
  return new Response(JSON.stringify(seen), { status: 203, headers: { 'content-type': 'text/html', 'x-page': 'yes' } })
} } }`

const idOf = ({ params }: { params?: unknown }) => (params as { id: string }).id

let app: FastifyInstance
let buildDir: string
const pages = createResponseCache<CachedPage>({
  clock: { now: () => new Date(0) },
  bytesMax: 1_000_000,
  sizeOf: pageBytes,
  ttlMs: 1000,
  isListening: () => true,
})

beforeAll(async () => {
  buildDir = await mkdtemp(join(tmpdir(), 'web-host-'))
  await mkdir(join(buildDir, 'client/assets'), { recursive: true })
  await mkdir(join(buildDir, 'server'))
  await writeFile(join(buildDir, 'package.json'), '{"type":"module"}')
  await writeFile(join(buildDir, 'server/index.js'), builtServer)
  await writeFile(join(buildDir, 'client/assets/app-1a2b.js'), 'export {}')
  await writeFile(join(buildDir, 'client/assets/app-1a2b.js.br'), 'compressed')
  await writeFile(join(buildDir, 'client/favicon.svg'), '<svg/>')
  for (const name of ['worker.js', 'worker.js.br']) await writeFile(join(buildDir, 'client', name), 'self')
  await writeFile(join(buildDir, 'client/favicon.ico'), 'icon')
  app = fastify()
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ code: 'not_found' }))
  app.get('/api/known', () => 'api')
  await registerSsrHost(app, {
    buildDir,
    callFor: () => (_endpoint, input) =>
      idOf(input) === 'failing' ? Promise.reject(new Error('failed')) : Promise.resolve({} as never),
    tagsOf: (_endpoint, input) => (idOf(input) === 'unknown' ? undefined : [idOf(input)]),
    nonceOf: (request) => `nonce-of-${request.id}`,
    publicUrl: 'https://marga.example/',
    pages,
    isSignInProven: (cookies, token) => cookies === `proof-of=${token}`,
  })
})
afterAll(async () => {
  await app.close()
  await rm(buildDir, { recursive: true })
})

describe('a page', () => {
  it('is rendered by the built site, with the nonce and the address of the site', async () => {
    const response = await app.inject({ url: '/browse/mentor/search?price=b', headers: { cookie: 'a=b' } })
    expect(response.statusCode).toBe(203)
    expect(response.headers).toMatchObject({ 'x-page': 'yes', 'cache-control': 'private, no-cache' })
    expect(response.json()).toMatchObject({
      url: 'https://marga.example/browse/mentor/search?price=b',
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
    await registerSsrHost(other, {
      buildDir,
      callFor: () => () => Promise.reject(),
      isSignInProven: () => false,
      nonceOf: () => 'n',
      pages,
      tagsOf: () => undefined,
    })
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

describe('a public page', () => {
  const get = (headers = {}) => app.inject({ url: '/', headers })

  it('is rendered once for everybody, with a nonce for each', async () => {
    pages.clear()
    const [first, second] = [await get(), await get()]
    const made = /^rendered (\d+) for nonce-of-/
    expect(first.body).toMatch(made)
    expect(made.exec(second.body)?.[1]).toBe(made.exec(first.body)?.[1])
    expect(second.body).not.toBe(first.body)
    expect(second.headers['cache-control']).toBe('private, no-cache')
  })

  it('is rendered once, whatever is added to its address', async () => {
    pages.clear()
    const numbers = new Set<string | undefined>()
    for (const url of ['/faq', '/faq?x=1', '/faq?x=2&y=<b>', '/faq?price=b'])
      numbers.add(/rendered (\d+)/.exec((await app.inject(url)).body)?.[1])
    expect([...numbers]).toEqual([expect.any(String)])
  })

  it('is made of what it reads: neither order, nor unknown keys, nor a price that is none', async () => {
    const seen = async (url: string) => (await app.inject(url)).json().url as string
    const same = 'https://marga.example/browse/mentor/search?search=c%2B%2B&price=b'
    for (const query of [
      'search=c%2B%2B&price=b',
      'price=b&search=c%2b%2b',
      'utm=1&search=c%2B%2B&price=b&rating=77&sort=magic&available=&exact=0',
    ])
      expect(await seen(`/browse/mentor/search?${query}`)).toBe(same)
    expect(await seen('/browse/mentor/search.data?_routes=a&x=1')).toBe(
      'https://marga.example/browse/mentor/search.data?_routes=a',
    )
    // A page that is not everybody's is rendered by its own address.
    expect(await seen('/auth/login?mentees')).toBe('https://marga.example/auth/login?mentees')
  })

  it('is rendered anew after a change, for another stored search, and for whoever sends a token', async () => {
    const number = (body: string) => Number(/\d+/.exec(body)?.[0])
    const before = number((await get()).body)
    expect(number((await get({ cookie: 'a=b; marga.search=search%3Dgo' })).body)).toBe(before + 1)
    expect(number((await get({ authorization: 'Bearer x' })).body)).toBe(before + 2)
    pages.clear()
    expect(number((await get()).body)).toBe(before + 3)
  })

  it.each([
    ['m1', 'm1', true],
    ['m1', 'm2', false],
    ['m1-and-m2', 'm2', true],
    ['m1-and-unknown', 'm2', true],
    ['m1-and-failing', 'm2', true],
  ])('of %s is rendered anew after a change of %s: %s', async (page, changed, isAnew) => {
    pages.clear()
    const get = async () => (await app.inject(`/browse/mentor/profile/${page}`)).body
    const before = await get()
    pages.drop([changed])
    expect((await get()) !== before).toBe(isAnew)
  })
})
