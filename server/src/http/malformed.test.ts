import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { type ClientEvents, clientEvents } from '@marga/contract/realtime'
import type { Role } from '@marga/contract/roles'
import pino from 'pino'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressWith, bodyWithSelf, endpoints, queryWithSelf } from '../testing/every-endpoint.ts'
import { newMentee, newMentor, newModerator, type TestPerson } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
let address: URL
let people: Record<Role, TestPerson>
const logged: string[] = []
beforeAll(async () => {
  const keep = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk))
      done()
    },
  })
  test = await startTestApp({ log: pino({ level: 'warn' }, keep) as never })
  address = new URL(await test.listen())
  const moderator = await newModerator(test)
  people = { moderator, mentee: await newMentee(test), mentor: await newMentor(test, moderator) }
})
afterAll(async () => {
  await test.close()
  expect(logged.filter((line) => line.includes('"level":50'))).toEqual([])
})

const unstorable = ['a\0b', '\ud800', 'x\udc00y']

describe('text that cannot be stored', () => {
  it.each(endpoints)('is refused by %s, naming where it stands', async (_, endpoint) => {
    const person = Array.isArray(endpoint.access)
      ? people[endpoint.access[0] as keyof typeof people]
      : undefined
    const sent = person ? { token: person.token } : {}
    const own = queryWithSelf(endpoint, person?.id ?? '')
    const url = addressWith(endpoint, people.mentor.id, person?.id) + own
    const response = await test.request(endpoint.method, `${url}${own ? '&' : '?'}odd=%00`, {
      ...sent,
      ...(endpoint.method === 'GET' ? {} : { body: bodyWithSelf(endpoint, person?.id ?? '') }),
    })
    expect([response.status, response.body.fields]).toEqual([400, { odd: expect.any(String) }])
    if (endpoint.method === 'GET') return
    for (const text of unstorable) {
      const body = { ...bodyWithSelf(endpoint, person?.id ?? ''), odd: { deep: ['fine', text] } }
      const refused = await test.request(endpoint.method, url, { ...sent, body })
      expect([refused.status, refused.body.fields], JSON.stringify(text)).toEqual([
        400,
        { 'odd.deep.1': expect.any(String) },
      ])
    }
    const nested = await test.request(endpoint.method, url, {
      ...sent,
      headers: { 'idempotency-key': 'deep' },
      body: `{"deep":${'['.repeat(60_000)}${']'.repeat(60_000)}}`,
    })
    expect(nested.status).toBe(400)
  })

  it.each(Object.keys(clientEvents) as (keyof ClientEvents)[])('is refused by the event %s', async (name) => {
    const socket = io(address.href, { transports: ['websocket'], forceNew: true })
    const { mentee } = people
    socket.emit('setup', { role: 'mentee', userId: mentee.id, token: mentee.token })
    await new Promise((resolve) => socket.once('connected', resolve))
    for (const text of unstorable)
      expect(await socket.timeout(5000).emitWithAck(name, { odd: text })).toMatchObject({
        ok: false,
        code: 'invalid_request',
        fields: { odd: expect.any(String) },
      })
    socket.close()
  })
})

/** As it is written, past every client's own checks. @returns the status */
const raw = (path: string, headers: string[] = [`Host: ${address.host}`], method = 'GET') =>
  new Promise<number>((resolve, reject) => {
    let text = ''
    const socket = connect(Number(address.port), '127.0.0.1', () =>
      socket.write(
        `${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n`,
        'latin1',
      ),
    )
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])))
  })

describe('an address that names nothing', () => {
  /** Well written: only what it names is not there, and whatever were there could not be sent to. */
  const feedOfNobody = `/api/mentees/calendar/${Buffer.alloc(40, 0xff).toString('base64url')}.ics`
  it.each([
    '/%ff',
    '/%',
    '/%zz/x',
    '/api/%ff',
    '/api/mentees/mentors/%c0%af',
    '/api/mentees/calendar/%00.ics',
    '/api/mentors/calendar/a%00b.ics',
    feedOfNobody,
    '/api/unsubscribe/%00',
    '/uploads/%00',
    '/uploads/a%00.webp',
    '/uploads/%ff.webp',
    '/sandbox/checkout/%00',
    '/api/mentees/mentors/%00',
  ])('is not found: %s', async (path) => {
    expect(await raw(path)).toBe(404)
    expect(await raw(path, undefined, 'POST')).toBe(path === feedOfNobody ? 405 : 404)
  })

  it.each(['Host: [', 'Host: a b', 'Host: a/b', 'Host: <x>', 'Host: a:b', 'Host: \xff', 'Host: user@a'])(
    'is refused with %j',
    async (host) => {
      expect(await raw('/api/mentees/mentors', [host])).toBe(400)
    },
  )

  it.each([
    '/api/google/callback?state=%00&code=%00',
    '/api/csp-reports?x=%00',
    '/sandbox/mail?to=%00',
    '/sandbox/google?state=%00&redirect_uri=%00',
    '/sitemap.xml?x=%00',
    '/sitemap-%00.xml',
    '//evil.example/x',
    'http://evil.example/api/mentees/mentors',
    '/socket.io/?EIO=%ff&transport=%00&sid=%00',
  ])('is never our failure: %s', async (path) => {
    for (const method of ['GET', 'POST', 'HEAD', 'DELETE', 'OPTIONS'])
      expect(await raw(path, undefined, method), method).toBeLessThan(500)
  })
})
