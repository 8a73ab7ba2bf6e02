import { expect, it } from 'vitest'
import { allEndpoints } from './api.ts'
import type { EndpointSpec } from './endpoint.ts'

/**
 * One asks a calendar's server, one writes files, one has kept a proposal when it is refused with `needs_second`, and of
 * the others each try counts that is refused.
 */
const others = [
  ...['availability.addFeed', 'images.upload', 'cases.decide'],
  ...['accountSettings.mentee.sendVerification', 'accountSettings.mentor.sendVerification'],
]

it('what asks another server on its way, or is refused and keeps something, stands in no transaction with its key, and all else that has one does', () => {
  const named = (isMeant: (endpoint: EndpointSpec) => boolean | undefined) =>
    allEndpoints().flatMap(([name, endpoint]) => (isMeant(endpoint) ? [name] : []))
  const asking = named(({ errors }) => errors?.includes('payment_provider_unavailable'))
  expect(asking).not.toEqual([])
  const outside = named(({ idempotency }) => idempotency === 'kept-after')
  expect(outside.toSorted()).toEqual([...asking, ...others].toSorted())
})
