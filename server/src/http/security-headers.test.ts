import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { setSecurityHeaders } from './security-headers.ts'

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
