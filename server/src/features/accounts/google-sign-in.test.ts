import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Issuer, issuerClient, startIssuer } from '../../../../testkit/oidc-issuer.mjs'
import { ok } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const publicUrl = 'http://localhost:3999'
const start = '/api/mentees/google_auth_mentee'
const callback = `${start}/callback`

let test: TestApp
let issuer: Issuer
beforeAll(async () => {
  issuer = await startIssuer(`${publicUrl}${callback}`)
  test = await startTestApp({
    env: issuer.env,
  })
})
afterAll(async () => {
  await test.close()
  await issuer.close()
})

const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0]!
async function begin() {
  const { status, headers } = await test.request('GET', start)
  expect(status).toBe(302)
  return {
    location: String(headers.location),
    cookie: cookieOf(headers),
    setCookie: String(headers['set-cookie']),
  }
}
const errorOf = (location: URL) => {
  expect(location.pathname).toBe('/auth/login')
  expect(location.searchParams.has('mentees')).toBe(true)
  return location.searchParams.get('error')
}

describe('the way to the issuer', () => {
  it('asks for a code with PKCE, state and nonce, and keeps them in a cookie that scripts cannot read', async () => {
    const { location, setCookie } = await begin()
    const query = new URL(location).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      client_id: issuerClient.clientId,
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${publicUrl}${callback}`,
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(query.get(name)!.length).toBeGreaterThan(40)
    expect(setCookie).toMatch(/; HttpOnly; SameSite=Lax/)
    expect(setCookie).toMatch(/; Path=\/api\/mentees\/google_auth_mentee; Max-Age=600;/)
  })

  it('is offered to the browser', async () => {
    expect(ok(await test.call(api.installation.config, {})).googleSignIn).toBe(true)
  })

  it('leads back with an error while the issuer is down, and works again afterwards', async () => {
    const other = await startIssuer(`${publicUrl}${callback}`)
    const env = {
      GOOGLE_CLIENT_ID: issuerClient.clientId,
      GOOGLE_CLIENT_SECRET: issuerClient.clientSecret,
      GOOGLE_ISSUER: other.url,
    }
    const lone = await startTestApp({ env })
    other.setDown(true)
    const down = await lone.request('GET', start)
    expect([down.status, down.headers.location]).toEqual([302, '/auth/login?mentees&error=unavailable'])
    other.setDown(false)
    const up = await lone.request('GET', start)
    expect(String(up.headers.location)).toContain(other.url)
    await lone.close()
    await other.close()
  })
})

describe('without keys', () => {
  it('is not configured outside of DEMO', async () => {
    const plain = await startTestApp({ env: { DEMO: '0' } })
    expect((await plain.request('GET', start)).body.code).toBe('not_configured')
    expect((await plain.request('GET', `${callback}?code=1&state=2`)).body.code).toBe('not_configured')
    expect((await plain.request('GET', '/sandbox/google?state=1&nonce=1&challenge=1')).status).toBe(404)
    expect(ok(await plain.call(api.installation.config, {})).googleSignIn).toBe(false)
    await plain.close()
  })

  it('is played by the stand-in in DEMO, with the same checks', async () => {
    const demo = await startTestApp()
    const begun = await demo.request('GET', start)
    const cookie = cookieOf(begun.headers)
    const address = String(begun.headers.location)
    expect(address).toMatch(/^\/sandbox\/google\?/)
    const page = await demo.request('GET', address)
    expect(String(page.body.text)).toContain('visitor@demo.test')
    const asked = Object.fromEntries(new URL(address, publicUrl).searchParams)
    const answerWith = async (form: Record<string, string>) => {
      const answered = await demo.request('POST', '/sandbox/google', {
        body: new URLSearchParams({ ...asked, ...form }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(answered.status).toBe(303)
      return String(answered.headers.location)
    }
    const visit = async (url: string) =>
      new URL(String((await demo.request('GET', url, { headers: { cookie } })).headers.location), publicUrl)

    const person = { email: 'visitor@demo.test', firstName: 'Nila', lastName: 'Visitor' }
    const granted = await answerWith({ ...person, verified: 'yes', outcome: 'sign-in' })
    const location = await visit(granted)
    expect(location.pathname).toBe('/auth/mentee/googleauthsuccess')
    expect(location.searchParams.get('menteeName')).toBe('Nila Visitor')
    expect(errorOf(await visit(granted))).toBe('refused')
    const changed = granted.replace('code=', 'code=x')
    expect(errorOf(await visit(changed))).toBe('refused')
    expect(errorOf(await visit(await answerWith({ outcome: 'cancel' })))).toBe('cancelled')
    const unverified = await answerWith({ email: 'other@demo.test', outcome: 'sign-in' })
    expect(errorOf(await visit(unverified))).toBe('unverified_email')
    await demo.close()
  })
})
