import type { EndpointSpec } from '@marga/contract/endpoint'
import type { roles } from '@marga/contract/roles'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addressWith, bodyWithSelf, endpoints, queryWithSelf } from '../testing/every-endpoint.ts'
import { newMentee, newMentor, newModerator, type TestPerson } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
let people: Record<(typeof roles)[number], TestPerson>
beforeAll(async () => {
  test = await startTestApp()
  const moderator = await newModerator(test)
  people = { moderator, mentee: await newMentee(test), mentor: await newMentor(test, moderator) }
})
afterAll(() => test.close())

const takesCursor = ({ query }: EndpointSpec) =>
  query !== undefined &&
  'cursor' in
    ((z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as z.core.JSONSchema.ObjectSchema)
      .properties ?? {})
const paged = endpoints.filter(([, endpoint]) => takesCursor(endpoint))

/** What a client would write who knows what a cursor holds. */
const unsigned = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
const place = [new Date().toISOString(), v7()]

describe('a cursor', () => {
  it('is taken by lists enough for the next tests to mean something', () => {
    expect(paged.length).toBeGreaterThan(10)
  })

  it.each(paged)('of %s is refused where nobody but the caller wrote it', async (_, endpoint) => {
    const others = test.app.cursors.of('another list', ['time', 'id'])
    const forged = [
      unsigned(place),
      unsigned([0, 0.5, v7(), '1:1:', 'q1YqTyzKTMxLV7JSKi1OLVKyMtBRykktLkksKlGyMqwFAA']),
      `${unsigned(place)}.${'A'.repeat(22)}`,
      others.write([new Date(), v7()]),
      'nonsense',
      '.',
    ]
    const person = Array.isArray(endpoint.access)
      ? people[endpoint.access[0] as keyof typeof people]
      : undefined
    const own = queryWithSelf(endpoint, person?.id ?? '')
    // Somebody listed, wherever a list is about a mentor.
    const url = addressWith(endpoint, people.mentor.id, person?.id) + own
    for (const cursor of forged) {
      const response = await test.request(
        endpoint.method,
        `${url}${own ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`,
        person
          ? { token: person.token, ...(endpoint.body ? { body: bodyWithSelf(endpoint, person.id) } : {}) }
          : {},
      )
      expect([response.status, response.body.code, response.body.fields], cursor).toEqual([
        400,
        'invalid_request',
        { cursor: expect.any(String) },
      ])
    }
  })
})
