import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { EndpointSpec } from '@marga/contract/endpoint'
import { errorCatalogue } from '@marga/contract/error-catalogue'
import { errorBody } from '@marga/contract/errors'
import { roles } from '@marga/contract/roles'
import fc from 'fast-check'
import Fastify from 'fastify'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { addressWith, bodyWithSelf, endpoints, hasPathId, queryWithSelf } from '../testing/every-endpoint.ts'
import { newMentee, newMentor, newModerator, type TestPerson } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { bindRoutes } from './bind.ts'
import { route } from './route.ts'

let test: TestApp
let people: Record<(typeof roles)[number], TestPerson>
let others: Record<(typeof roles)[number], TestPerson>
let calls = 0
const fuzzRuns = inject('fuzzRuns')
/** Collecting all garbage takes longer than a short run of requests. */
const isLong = fuzzRuns >= 100

beforeAll(async () => {
  test = await startTestApp()
  const moderator = await newModerator(test)
  people = { moderator, mentee: await newMentee(test), mentor: await newMentor(test, moderator) }
  others = {
    moderator: await newModerator(test),
    mentee: await newMentee(test),
    mentor: await newMentor(test, moderator),
  }
})
afterAll(async () => {
  console.log(`every endpoint: ${endpoints.length} endpoints, ${calls} calls made, heap ${heapMb()} MB`)
  await test.close()
})

async function send(
  endpoint: EndpointSpec,
  url: string,
  sent: { token?: string; body?: unknown; headers?: Record<string, string> },
) {
  calls++
  const isBodyless = endpoint.method === 'GET'
  const answer = await test.request(endpoint.method, url, isBodyless ? { ...sent, body: undefined } : sent)
  if (answer.status >= 400) checkRefusal(answer.status, answer.body)
  return answer
}

/** Every refusal has the contract's shape, a known code and that code's status. */
function checkRefusal(status: number, body: unknown) {
  const parsed = errorBody.parse(body)
  expect(Object.keys(errorCatalogue)).toContain(parsed.code)
  expect(status, JSON.stringify(body)).toBeLessThan(500)
  expect(JSON.stringify(body)).not.toMatch(/ at .*\.[tj]s:\d+/)
}

/** In use, once what is no longer needed is gone. */
function heapMb(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return Math.round(process.memoryUsage().heapUsed / 1024 / 1024)
}
const heaps: number[] = []

const guarded = endpoints.filter(([, endpoint]) => Array.isArray(endpoint.access))
const ownRole = (endpoint: EndpointSpec) => (endpoint.access as readonly (typeof roles)[number][])[0]!

describe('every endpoint', () => {
  it.each(guarded)(
    '%s refuses a caller without a token, with a forged one and with an ended session',
    async (_, endpoint) => {
      const url = addressWith(endpoint, v7())
      expect((await send(endpoint, url, {})).status).toBe(401)
      expect((await send(endpoint, url, { token: 'not.a.token' })).status).toBe(401)
      expect((await send(endpoint, url, { headers: { authorization: 'Basic abc' } })).status).toBe(401)
      const tampered = `${people[ownRole(endpoint)].token.slice(0, -4)}AAAA`
      expect((await send(endpoint, url, { token: tampered })).body.code).toBe('unauthenticated')
    },
  )

  it.each(guarded)('%s refuses every role but its own', async (_, endpoint) => {
    for (const role of roles.filter((name) => !(endpoint.access as readonly string[]).includes(name))) {
      const answer = await send(endpoint, addressWith(endpoint, people[role].id, people[role].id), {
        token: people[role].token,
      })
      expect([answer.status, answer.body.code], role).toEqual([403, 'forbidden'])
    }
  })

  it.each(guarded.filter(([, endpoint]) => endpoint.self))(
    "%s refuses another person's id where the own belongs",
    async (_, endpoint) => {
      const role = ownRole(endpoint)
      const other = others[role].id
      const url = addressWith(endpoint, v7(), other) + queryWithSelf(endpoint, other)
      const answer = await send(endpoint, url, {
        token: people[role].token,
        body: bodyWithSelf(endpoint, other),
      })
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    },
  )

  it.each(endpoints.filter(([, endpoint]) => hasPathId(endpoint)))(
    '%s does not find a path id that is no UUID',
    async (_, endpoint) => {
      const token = Array.isArray(endpoint.access) ? people[ownRole(endpoint)].token : undefined
      for (const absurd of ['1', 'null', '..%2f..%2fetc', "'%20or%201=1", '%F0%9F%98%80', 'a'.repeat(200)]) {
        const url = endpoint.path.replace(/:(\w+)/g, absurd)
        const answer = await send(endpoint, url, { ...(token ? { token } : {}), body: {} })
        expect([answer.status, answer.body.code], absurd).toEqual([404, 'not_found'])
      }
    },
  )

  it.each(endpoints.filter(([, endpoint]) => endpoint.body))(
    '%s names the field that is wrong in a garbage body',
    async (name, endpoint) => {
      const person = Array.isArray(endpoint.access) ? people[ownRole(endpoint)] : undefined
      const url = addressWith(endpoint, v7(), person?.id) + queryWithSelf(endpoint, person?.id ?? '')
      const token = person ? { token: person.token } : {}
      const notJson = await send(endpoint, url, { ...token, body: '{"broken' })
      expect([notJson.status, notJson.body.code]).toEqual([400, 'invalid_request'])
      expect(
        (await send(endpoint, url, { ...token, body: '<xml/>', headers: { 'content-type': 'text/xml' } }))
          .status,
      ).toBe(415)
      for (const body of ['[]', '"text"', 'null', '42']) {
        const answer = await send(endpoint, url, { ...token, body })
        // An empty or null body counts as {}, which the calls whose fields are all optional accept.
        if (answer.status !== 400) expect([200, 401, 403, 404], `${name} ${body}`).toContain(answer.status)
        else expect(answer.body.fields).toBeTypeOf('object')
      }
    },
  )

  it.each(endpoints)(
    '%s never answers generated input with a 5xx',
    async (_, endpoint) => {
      const person = Array.isArray(endpoint.access) ? people[ownRole(endpoint)] : undefined
      const keys = bodyKeys(endpoint)
      const junk = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.constantFrom(
          '',
          '\u0000',
          '\ud800',
          '💥',
          '-1',
          '1e999',
          'NaN',
          '2026-13-45',
          'x'.repeat(5000),
          v7(),
        ),
        fc.double(),
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.constant(null),
        fc.array(fc.string(), { maxLength: 3 }),
        fc.dictionary(fc.string({ maxLength: 5 }), fc.string(), { maxKeys: 3 }),
      )
      const input = fc.record({
        body: fc.record(Object.fromEntries(keys.map((key) => [key, junk])), { requiredKeys: [] }),
        query: fc.dictionary(
          fc.constantFrom(
            'limit',
            'cursor',
            'search',
            'price',
            'from',
            'to',
            'days',
            'timeZone',
            'after',
            'when',
          ),
          fc.string({ unit: 'binary', maxLength: 30 }),
        ),
      })
      await fc.assert(
        fc.asyncProperty(input, async ({ body, query }) => {
          const search = new URLSearchParams(query).toString()
          const own = queryWithSelf(endpoint, person?.id ?? '')
          const url = addressWith(endpoint, v7(), person?.id) + (own ? `${own}&${search}` : `?${search}`)
          const withSelf = { ...body, ...bodyWithSelf(endpoint, person?.id ?? '') }
          const { status } = await send(endpoint, url, {
            ...(person ? { token: person.token } : {}),
            body: withSelf,
          })
          expect(status).toBeLessThan(500)
        }),
        { numRuns: fuzzRuns },
      )
      if (isLong) heaps.push(heapMb())
    },
    600_000,
  )

  it.runIf(isLong)('generated input leaves nothing behind in memory', () => {
    const quarter = heaps[Math.floor(heaps.length / 4)]!
    console.log(`heap after a quarter of the endpoints ${quarter} MB, after all ${heaps.at(-1)} MB`)
    expect(heaps.at(-1)).toBeLessThan(quarter * 1.25)
  })
})

function bodyKeys(endpoint: EndpointSpec): string[] {
  const schema =
    endpoint.body &&
    (z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as { properties?: object })
  return Object.keys(schema?.properties ?? { anything: 1 })
}

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
      onBehalfOf: test.app.onBehalfOf,
      once: test.app.once,
      admit: test.app.admit,
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
