import { api } from '@marga/contract/api'
import { rateLimits } from '@marga/contract/rate-limits'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMentee } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { createInProcessCall } from './in-process-call.ts'

const factor = 0.02
const perMinute = (name: keyof typeof rateLimits) => Math.ceil(rateLimits[name].perMinute * factor)

let test: TestApp
let asked = 0
beforeAll(async () => {
  test = await startTestApp({ env: { RATE_LIMIT_FACTOR: String(factor), TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => test.close())

/** A network that has asked for nothing yet. */
const newAddress = () => `198.51.100.${++asked}`
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

async function statuses(times: number, ask: () => Promise<{ status: number }>) {
  const counts: Record<number, number> = {}
  for (let n = 0; n < times; n++) {
    const { status } = await ask()
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

describe('every route', () => {
  it('has a limit; those that have none say why', () => {
    const routes = test.fastify.countedRoutes
    expect(routes.length).toBeGreaterThan(150)
    const exempt = routes.flatMap(({ url, limit }) => {
      const given = limit()
      return typeof given === 'object' ? [[url, given.exemptBecause]] : []
    })
    const probe = expect.stringMatching(/supervisor/)
    // HEAD and GET.
    expect(exempt).toEqual([
      ['/healthz', probe],
      ['/healthz', probe],
      ['/readyz', probe],
      ['/readyz', probe],
    ])
  })

  it('counts what no route takes', async () => {
    const address = newAddress()
    const max = perMinute('general')
    const ask = () => test.request('GET', '/api/nowhere', from(address))
    expect(await statuses(max + 5, ask)).toEqual({ 404: max, 429: 5 })
  })

  it.each(['/sitemap.xml', '/api/openapi.json', '/robots.txt', '/manifest.webmanifest', '/social/any.jpg'])(
    'counts documents: %s',
    async (url) => {
      const address = newAddress()
      const max = perMinute('document')
      expect(await statuses(max + 2, () => test.request('GET', url, from(address)))).toEqual({
        200: max,
        429: 2,
      })
    },
  )

  it('is counted before its body is read', async () => {
    const address = newAddress()
    const ask = () => test.request('POST', '/api/csp-reports', { ...from(address), body: 'x'.repeat(20_000) })
    const max = perMinute('csp')
    expect(await statuses(max + 2, ask)).toEqual({ 413: max, 429: 2 })
  })

  it('counts callers apart whose proxy writes their ports, too, and looks past a proxy that is written so', async () => {
    const max = perMinute('document')
    const ask = (address: string) => () => test.request('GET', '/robots.txt', from(address))
    for (const address of [newAddress(), newAddress(), '[2001:db8:9:9::1]']) {
      expect(await statuses(max, ask(`${address}:51234`))).toEqual({ 200: max })
      expect(await statuses(1, ask(`${address}:51235, 127.0.0.1:443`))).toEqual({ 429: 1 })
    }
  })

  it('counts an IPv6 network as one caller', async () => {
    let n = 0
    const ask = () => test.request('GET', '/robots.txt', from(`2001:db8:7:7::${(++n).toString(16)}`))
    const max = perMinute('document')
    expect(await statuses(max + 2, ask)).toEqual({ 200: max, 429: 2 })
    expect((await test.request('GET', '/robots.txt', from('2001:db8:7:8::1'))).status).toBe(200)
  })
})

it('a page counts the calls that it makes against whoever asked for it', async () => {
  const address = newAddress()
  const call = createInProcessCall(test.app.routes, test.app.limiter)(address)
  const max = perMinute('general')
  for (let n = 0; n < max; n++) await call(api.installation.config, {})
  await expect(call(api.installation.config, {})).rejects.toMatchObject({ code: 'rate_limited' })
  const { url, method } = { url: api.installation.config.path, method: api.installation.config.method }
  expect((await test.request(method, url, from(address))).status).toBe(429)
  expect((await test.request(method, url, from(newAddress()))).status).toBe(200)
})

describe('an account', () => {
  it('has one budget over requests and socket events, wherever it asks from', async () => {
    const person = await newMentee(test)
    const address = await test.listen()
    const socket = io(address, { transports: ['websocket'], reconnection: false, forceNew: true })
    socket.emit('setup', { role: 'mentee', userId: person.id, token: person.token })
    await new Promise((resolve) => socket.once('connected', resolve))
    const preferences = () =>
      test.call(
        api.accountSettings.mentee.preferences,
        { params: { ownId: person.id } },
        { token: person.token, ...from(newAddress()) },
      )
    const half = Math.floor(perMinute('general') / 2)
    expect(await statuses(half, preferences)).toEqual({ 200: half })
    const typing = { conversationId: person.id, isTyping: true }
    const codes: string[] = []
    for (let n = 0; n < perMinute('general'); n++)
      codes.push((await socket.emitWithAck('typing', typing)).code)
    expect(codes[0]).toBe('not_found')
    expect(codes.at(-1)).toBe('rate_limited')
    expect((await preferences()).status).toBe(429)
    socket.close()
  })
})

describe('a profile', () => {
  const edits = [
    ['PATCH', '/api/mentors/edit-profile/:ownId'],
    ['PATCH', '/api/mentors/add-new-skill/:ownId'],
    ['POST', '/api/mentors/add-new-skill/:ownId'],
    ['PATCH', '/api/mentees/edit-profile/:menteeId'],
  ]
  it('is edited as often in a minute as a person may by hand', async () => {
    const limited = test.fastify.countedRoutes.filter(({ limit }) => limit() === 'profile')
    expect(new Set(limited.map(({ method, url }) => `${method} ${url}`))).toEqual(
      new Set(edits.map((edit) => edit.join(' '))),
    )
    const person = await newMentee(test)
    const edit = () =>
      test.call(
        api.accountSettings.editMenteeProfile,
        { params: { menteeId: person.id }, body: { about: 'Learns Rust.' } },
        { token: person.token, ...from(newAddress()) },
      )
    const max = perMinute('profile')
    expect(await statuses(max + 2, edit)).toEqual({ 200: max, 429: 2 })
  })
})

describe('sockets', () => {
  it('let an address shake hands so many times a minute, by upgrade and by polling', async () => {
    const address = await listening()
    const proxied = from(newAddress())
    const max = perMinute('socket')
    const handshake = () => fetch(`${address}/socket.io/?EIO=4&transport=polling`, proxied)
    expect(await statuses(max + 3, handshake)).toEqual({ 200: max, 429: 3 })
    const socket = io(address, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: proxied.headers,
    })
    await new Promise((resolve) => socket.once('connect_error', resolve))
    expect((await fetch(`${address}/socket.io/?EIO=4&transport=polling`, from(newAddress()))).status).toBe(
      200,
    )
  })

  it('let an address poll so many times a minute', async () => {
    const address = await listening()
    const proxied = from(newAddress())
    const max = perMinute('poll')
    const poll = () => fetch(`${address}/socket.io/?EIO=4&transport=polling&sid=unknown`, proxied)
    expect(await statuses(max + 3, poll)).toEqual({ 400: max, 429: 3 })
  })
})

async function listening() {
  const known = test.fastify.server.address()
  if (!known) return test.listen()
  return `http://127.0.0.1:${typeof known === 'object' && known.port}`
}
