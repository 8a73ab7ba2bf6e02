import { createHmac } from 'node:crypto'
import { limits } from '@marga/contract/limits'
import { jwtVerify, SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { createTestClock } from '../testing/test-app.ts'
import { createAccessTokens } from './access-tokens.ts'
import type { Actor } from './actor.ts'
import { minutesMs } from './clock.ts'

const secret = new TextEncoder().encode('a secret of thirty-two bytes, or a few more')
const clock = createTestClock()
const actor: Actor = { id: 'account-1', role: 'mentee', sessionId: 'session-1' }
const make = () => createAccessTokens({ secret, clock })
const isRefused = (token: string) => expect(() => make().read(token)).toThrow(/sign in/i)

it('writes tokens that a library of the standard takes, and takes what it writes', async () => {
  const { payload, protectedHeader } = await jwtVerify(make().issue(actor), secret, {
    issuer: 'marga',
    algorithms: ['HS256'],
    typ: 'at+jwt',
  })
  expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'at+jwt' })
  expect(payload).toMatchObject({ sub: 'account-1', role: 'mentee', sid: 'session-1' })
  expect(payload.exp! - payload.iat!).toBe(limits.accessTokenMinutes * 60)
  expect(make().read(await signedByLibrary())).toEqual(actor)
})

const signedByLibrary = (given: Record<string, unknown> = {}, algorithm = 'HS256', typ = 'at+jwt') => {
  const now = Math.floor(clock.now().getTime() / 1000)
  const claims = { iss: 'marga', sub: 'account-1', role: 'mentee', sid: 'session-1', iat: now, exp: now + 60 }
  return new SignJWT({ ...claims, ...given })
    .setProtectedHeader({ alg: algorithm, typ })
    .sign(algorithm === 'HS256' ? secret : Buffer.concat([secret, secret]))
}

it('refuses what has expired, also where it was read before', () => {
  const tokens = make()
  const token = tokens.issue(actor)
  expect(tokens.read(token)).toEqual(actor)
  clock.advance(minutesMs(limits.accessTokenMinutes))
  expect(() => tokens.read(token)).toThrow(/sign in/i)
  isRefused(token)
})

it.each([
  ['another issuer', { iss: 'elsewhere' }],
  ['no account', { sub: undefined }],
  ['no session', { sid: undefined }],
  ['a role that there is not', { role: 'admin' }],
  ['no end', { exp: undefined }],
  ['an end that is a word', { exp: '9999999999' }],
])('refuses a token signed by us with %s', async (_, claims) => isRefused(await signedByLibrary(claims)))

it('refuses another algorithm, another type and none at all', async () => {
  isRefused(await signedByLibrary({}, 'HS512'))
  isRefused(await signedByLibrary({}, 'HS256', 'JWT'))
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const [, payload] = make().issue(actor).split('.')
  isRefused(`${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`)
})

it('refuses every token with one letter changed, added or left out', () => {
  const token = make().issue(actor)
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A'
    isRefused(token.slice(0, at) + other + token.slice(at + 1))
    isRefused(token.slice(0, at) + token.slice(at + 1))
    isRefused(`${token.slice(0, at)}!${token.slice(at)}`)
  }
})

it('refuses a payload that is no JSON although it is signed', () => {
  const [head] = make().issue(actor).split('.')
  const signed = `${head}.${Buffer.from('not json').toString('base64url')}`
  isRefused(`${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`)
})
