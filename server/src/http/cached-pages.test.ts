import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSmallSite } from '../testing/small-site.ts'
import { publicPageOf } from './cached-pages.ts'

let site: Awaited<ReturnType<typeof makeSmallSite>>
let app: FastifyInstance
beforeAll(async () => {
  site = await makeSmallSite()
  app = fastify()
  await site.serveOn(app, { publicUrl: 'https://marga.example/' })
})
afterAll(async () => {
  await app.close()
  await site.remove()
})

it('a kept landing page depends on the stored search as it is understood, no other page does', () => {
  const keyOf = (url: string, stored: string) =>
    publicPageOf(
      {
        method: 'GET',
        url,
        headers: { cookie: `marga.search=${encodeURIComponent(stored)}` },
      } as FastifyRequest,
      'https://marga.example',
    )?.key
  const same = ['search=go&x=1', 'x=2&search=go', 'search=go&price=zz'].map((stored) => keyOf('/', stored))
  expect(new Set(same).size).toBe(1)
  expect(keyOf('/', 'search=rust')).not.toBe(same[0])
  expect(keyOf('/about', 'search=go')).toBe(keyOf('/about', 'search=rust'))
})

describe('a public page', () => {
  const get = (headers = {}) => app.inject({ url: '/', headers })

  it('is rendered once for everybody, and its policy names the scripts that were rendered, and no others', async () => {
    site.pages.clear()
    const [first, second] = [await get(), await get()]
    const [, number, nonce] = /^rendered (\d+) <script nonce="([^"]+)">/.exec(first.body)!
    expect(second.body).toBe(first.body)
    expect(second.headers['cache-control']).toBe('private, no-cache')
    const hash = createHash('sha256').update(`run(${number})`).digest('base64')
    for (const { headers } of [first, second])
      expect(headers['content-security-policy']).toBe(`scripts 'sha256-${hash}'; styles 'nonce-${nonce}'`)
    site.pages.clear()
    expect((await get()).body).not.toContain(nonce)
  })

  it('goes out compressed as it was once, and not at all to whoever holds it', async () => {
    site.pages.clear()
    const { body, headers } = await get()
    const encodings = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [encoding, decompress] of Object.entries(encodings)) {
      const { headers, rawPayload } = await get({ 'accept-encoding': `deflate, ${encoding};q=0.5` })
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(decompress(rawPayload).toString()).toBe(body)
    }
    expect((await get({ 'accept-encoding': 'br;q=0, zstd' })).body).toBe(body)
    const again = await get({ 'if-none-match': headers.etag as string })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    // The browser takes the policy of this answer for the page that it holds.
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy'])
    site.pages.clear()
    expect((await get({ 'if-none-match': headers.etag as string })).statusCode).toBe(200)
  })

  it('is rendered once, whatever is added to its address', async () => {
    site.pages.clear()
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
    site.pages.clear()
    expect(number((await get()).body)).toBe(before + 3)
  })

  it.each([
    ['m1', 'm1', true],
    ['m1', 'm2', false],
    ['m1-and-m2', 'm2', true],
    ['m1-and-unknown', 'm2', true],
    ['m1-and-failing', 'm2', true],
  ])('of %s is rendered anew after a change of %s: %s', async (page, changed, isAnew) => {
    site.pages.clear()
    const get = async () => (await app.inject(`/browse/mentor/profile/${page}`)).body
    const before = await get()
    site.pages.drop([changed])
    expect((await get()) !== before).toBe(isAnew)
  })
})
