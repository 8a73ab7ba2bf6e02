import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { nonceOf, setSecurityHeaders } from './security-headers.ts'

async function hstsWith(env: Record<string, string>, isHttps = true) {
  const app = Fastify()
  await setSecurityHeaders(app, { isHttps, hsts: readConfig(env).hsts, imageHosts: [], connectHosts: [] })
  app.get('/', async () => 'there')
  const { headers } = await app.inject('/')
  await app.close()
  return headers['strict-transport-security']
}

it('binds this name to https for a year, and other names and longer only when asked to', async () => {
  expect(await hstsWith({})).toBe('max-age=31536000')
  expect(await hstsWith({ HSTS: 'subdomains' })).toBe('max-age=63072000; includeSubDomains')
  expect(await hstsWith({ HSTS: 'off' })).toBeUndefined()
  expect(await hstsWith({}, false)).toBeUndefined()
})

it('lets scripts and styles run by what a page names, and by nothing in an answer that is no page', async () => {
  const app = Fastify()
  const policyOf = setSecurityHeaders(app, { isHttps: true, hsts: 'site', imageHosts: [], connectHosts: [] })
  for (const path of ['/page', '/api/answer']) app.get(path, async (request) => nonceOf(request))
  const policyAt = async (path: string) => {
    const { headers, body } = await app.inject(path)
    return [String(headers['content-security-policy']), body] as const
  }
  const [page, nonce] = await policyAt('/page')
  expect(page).toContain(`script-src 'self' 'nonce-${nonce}';style-src 'self' 'nonce-${nonce}';`)
  expect((await policyAt('/api/answer'))[0]).toContain("script-src 'self';style-src 'self';")
  const kept = policyOf({ scripts: ["'sha256-a'", "'sha256-b'"], styles: ["'nonce-c'"] })
  expect(kept).toBe(
    page.replaceAll(`'nonce-${nonce}'`, "'nonce-c'").replace("'nonce-c'", "'sha256-a' 'sha256-b'"),
  )
  await app.close()
})
