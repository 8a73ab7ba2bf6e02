import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { EndpointSpec } from '@marga/contract/endpoint'
import { errorCatalogue } from '@marga/contract/error-catalogue'
import { errorBody } from '@marga/contract/errors'
import { roles } from '@marga/contract/roles'
import fc from 'fast-check'
import { validate as isUuid, v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  addressWith,
  bodyWithSelf,
  endpoints,
  hasPathId,
  queryWithSelf,
  withSelf,
} from '../testing/every-endpoint.ts'
import { generatedInput, type KnownValues } from '../testing/generated-input.ts'
import {
  newMentee,
  newMentor,
  newModerator,
  signInMentee,
  signInMentor,
  signInModerator,
  type TestPerson,
} from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { makePair } from '../testing/two-pairs.ts'

let test: TestApp
let people: Record<(typeof roles)[number], TestPerson>
let others: Record<(typeof roles)[number], TestPerson>
/** Who sends what is generated: somebody who has dealings, so that it meets more than empty lists. */
let generating: Record<(typeof roles)[number], TestPerson>
let known: KnownValues
const statuses = new Map<number, number>()
let calls = 0
const fuzzRuns = inject('fuzzRuns')
/** Collecting all garbage takes longer than a short run of requests. */
const isLong = fuzzRuns >= 100

beforeAll(async () => {
  test = await startTestApp()
  const moderator = await newModerator(test)
  people = { moderator, mentee: await newMentee(test), mentor: await newMentor(test, moderator) }
  const mine = await makePair(test, moderator, 'mine', 3)
  const theirs = await makePair(test, moderator, 'theirs', 24)
  generating = { mentee: mine.mentee, mentor: mine.mentor, moderator }
  // Not the callers' own accounts: a moderator would block them.
  const { secret: _, mentee, mentor, communityMessages, notifications, sessions, ...objects } = mine
  const ids = [
    theirs.mentee.id,
    theirs.mentor.id,
    ...[communityMessages, notifications, sessions, objects, theirs].flatMap((some) =>
      Object.values(some).filter(isUuid),
    ),
  ] as string[]
  const { slotId, conversationId, reviewId, ticketId, enrollmentId, paymentId, priceId } = objects
  const named = { slotId, conversationId, reviewId, ticketId, enrollmentId, paymentId, priceId }
  const other = { menteeId: theirs.mentee.id, mentorId: theirs.mentor.id, accusedId: theirs.mentor.id }
  known = { ids, named: { ...named, ...other }, cursors: await cursorsOf() }
  others = {
    moderator: await newModerator(test),
    mentee: await newMentee(test),
    mentor: await newMentor(test, moderator),
  }
})
afterAll(async () => {
  console.log(
    `generated input was answered: ${[...statuses]
      .sort()
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')}`,
  )
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
  const response = await test.request(endpoint.method, url, isBodyless ? { ...sent, body: undefined } : sent)
  if (response.status >= 400) checkRefusal(response.status, response.body)
  return response
}

/** A session of their own: what was sent before may have ended theirs, or, decided by the moderator, shut them out. */
async function signedIn(role: (typeof roles)[number]): Promise<TestPerson> {
  const { id, email, firstName } = generating[role]
  await test.app.db.query.updateTable('account').set({ isBlocked: false }).where('id', '=', id).execute()
  if (role === 'moderator') return signInModerator(test, email)
  return role === 'mentee' ? signInMentee(test, email, firstName) : signInMentor(test, email, firstName)
}

/** Cursors of every list that has more than one row. */
async function cursorsOf(): Promise<string[]> {
  const cursors: string[] = []
  for (const [, endpoint] of endpoints) {
    const person = Array.isArray(endpoint.access) ? generating[ownRole(endpoint)] : undefined
    const own = queryWithSelf(endpoint, person?.id ?? '')
    const url = addressWith(endpoint, people.mentor.id, person?.id) + (own ? `${own}&limit=1` : '?limit=1')
    if (endpoint.method !== 'GET') continue
    const { body } = await test.request('GET', url, person ? { token: person.token } : {})
    if (typeof body.nextCursor === 'string') cursors.push(body.nextCursor)
  }
  expect(cursors.length).toBeGreaterThan(3)
  return cursors
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
      const response = await send(endpoint, addressWith(endpoint, people[role].id, people[role].id), {
        token: people[role].token,
      })
      expect([response.status, response.body.code], role).toEqual([403, 'forbidden'])
    }
  })

  it.each(guarded.filter(([, endpoint]) => endpoint.self))(
    "%s refuses another person's id where the own belongs",
    async (_, endpoint) => {
      const role = ownRole(endpoint)
      const other = others[role].id
      const url = addressWith(endpoint, v7(), other) + queryWithSelf(endpoint, other)
      const response = await send(endpoint, url, {
        token: people[role].token,
        body: bodyWithSelf(endpoint, other),
      })
      expect([response.status, response.body.code]).toEqual([403, 'forbidden'])
    },
  )

  it.each(endpoints.filter(([, endpoint]) => hasPathId(endpoint)))(
    '%s does not find a path id that is no UUID',
    async (_, endpoint) => {
      const token = Array.isArray(endpoint.access) ? people[ownRole(endpoint)].token : undefined
      for (const absurd of ['1', 'null', '..%2f..%2fetc', "'%20or%201=1", '%F0%9F%98%80', 'a'.repeat(200)]) {
        const url = endpoint.path.replace(/:(\w+)/g, absurd)
        const response = await send(endpoint, url, { ...(token ? { token } : {}), body: {} })
        expect([response.status, response.body.code], absurd).toEqual([404, 'not_found'])
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
        const response = await send(endpoint, url, { ...token, body })
        // An empty or null body counts as {}, which the calls whose fields are all optional accept.
        if (response.status !== 400)
          expect([200, 401, 403, 404], `${name} ${body}`).toContain(response.status)
        else expect(response.body.fields).toBeTypeOf('object')
      }
    },
  )

  it.each(endpoints)(
    '%s never answers generated input with a 5xx',
    async (_, endpoint) => {
      const person = Array.isArray(endpoint.access) ? await signedIn(ownRole(endpoint)) : undefined
      await fc.assert(
        fc.asyncProperty(generatedInput(endpoint, known), async ({ id, query, body }) => {
          const own = queryWithSelf(endpoint, person?.id ?? '')
          const url = addressWith(endpoint, id, person?.id) + (own ? `${own}&${query}` : `?${query}`)
          const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
          const { status } = await send(endpoint, url, {
            ...(person ? { token: person.token } : {}),
            // Text is sent as JSON text.
            body: isObject ? withSelf(endpoint, body, person?.id ?? '') : JSON.stringify(body),
          })
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
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
