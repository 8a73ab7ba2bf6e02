import type { EndpointSpec } from '@marga/contract/endpoint'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../testing/every-endpoint.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { bindRoutes } from './bind.ts'
import { route } from './route.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

describe('an endpoint that does not say who may call it', () => {
  it('fails instead of letting anybody in', async () => {
    const undeclared = {
      method: 'GET',
      path: '/api/undeclared',
      summary: '',
      response: z.object({}),
    } as unknown as EndpointSpec
    const app = Fastify()
    const options = {
      identify: test.app.identify,
      runAsSession: test.app.runAsSession,
      idempotency: test.app.idempotency,
      requireTwoFactorSetup: test.app.requireTwoFactorSetup,
      rateLimitFactor: 1,
      isStrict: true,
    }
    expect(() => bindRoutes(app, [route(undeclared, async () => ({}))], options)).toThrow(
      /does not say who may call it/,
    )
    await app.close()
  })

  it('has a handler for each endpoint of the contract', () => {
    const bound = new Set(test.app.routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`))
    const missing = endpoints
      .filter(([, endpoint]) => !bound.has(`${endpoint.method} ${endpoint.path}`))
      .map(([name]) => name)
    expect(missing).toEqual([])
  })
})

describe('addresses', () => {
  it('answers 405 with the allowed methods where another method exists, 404 elsewhere', async () => {
    const wrongMethod = await test.request('PUT', '/api/mentees/login')
    expect([wrongMethod.status, wrongMethod.body.code, wrongMethod.headers.allow]).toEqual([
      405,
      'method_not_allowed',
      'POST',
    ])
    expect((await test.request('GET', '/api/nothing')).body.code).toBe('not_found')
  })

  it.each([
    ['GET', '/api/payments/webhook', 'POST'],
    ['GET', '/api/csp-reports', 'POST'],
    ['PUT', '/api/unsubscribe/secret', 'GET, POST'],
    ['POST', '/api/mentees/google_auth_mentee', 'GET'],
    ['POST', '/api/mentees/calendar/secret.ics', 'GET'],
    ['POST', '/api/openapi.json', 'GET'],
    ['POST', '/healthz', 'GET'],
  ] as const)(
    'answers %s %s with 405, too, which the contract does not hold',
    async (method, path, allow) => {
      const { status, body, headers } = await test.request(method, path)
      expect([status, body.code, headers.allow]).toEqual([405, 'method_not_allowed', allow])
    },
  )

  it('answers 404 where the route of that very method finds nothing', async () => {
    expect((await test.request('GET', '/sitemap.xml?part=999')).status).toBe(404)
  })

  it('describes every endpoint at /api/openapi.json', async () => {
    const { body } = await test.request('GET', '/api/openapi.json')
    const paths = body.paths as Record<string, object>
    for (const [name, endpoint] of endpoints) {
      expect(Object.keys(paths[endpoint.path.replace(/:(\w+)/g, '{$1}')] ?? {}), name).toContain(
        endpoint.method.toLowerCase(),
      )
    }
  })
})

/** What the contract does not describe, and why anybody may ask for it. */
const outsideTheContract: Record<string, string> = {
  '/healthz': 'says that the process lives',
  '/readyz': 'says that it may be sent traffic',
  '/api/openapi.json': 'the description of the API',
  '/api/docs': 'the same for people',
  '/sandbox/style.css': 'a style sheet',
  '/robots.txt': 'search engines read it, and only what everybody may see stands there',
  '/manifest.webmanifest': 'what a system that installs the product calls it',
  '/sitemap.xml': 'addresses of public pages, as the search lists them',
  '*': 'as Fastify prints /uploads/*: pictures with random names',
  '/api/csp-reports': 'browsers send it without a token',
  '/api/payments/webhook': "proven by the provider's signature",
  '/api/unsubscribe/:secret': 'proven by the secret of the mail',
  '/api/mentees/calendar/:secret.ics': 'proven by the secret of the address',
  '/api/mentors/calendar/:secret.ics': 'proven by the secret of the address',
  '/api/mentees/google_auth_mentee': 'leads to the identity provider',
  '/api/mentees/google_auth_mentee/callback': 'proven by state and code',
  '/sandbox/checkout/:id': 'DEMO only',
  '/sandbox/clock': 'DEMO only',
  '/sandbox/mail': 'DEMO only',
  '/sandbox/mail.json': 'DEMO only',
  '/sandbox/google': 'DEMO only',
}

/** Fastify prints its routes as a tree; each line adds its part to the path above it. */
function registeredPaths(): string[] {
  const parts: string[] = []
  const found = new Set<string>()
  for (const line of test.fastify.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent, part, methods] = /^((?:[│ ] {3}|[├└]── )+)(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (indent === undefined) continue
    parts.length = indent.length / 4 - 1
    parts.push(part!)
    if (methods) found.add(parts.join(''))
  }
  return [...found]
}

it('no route answers that is neither in the contract nor named with its reason', () => {
  const known = new Set([...endpoints.map(([, { path }]) => path), ...Object.keys(outsideTheContract)])
  const paths = registeredPaths()
  expect(paths.length).toBeGreaterThan(endpoints.length / 2)
  expect(paths.filter((path) => !known.has(path))).toEqual([])
})
