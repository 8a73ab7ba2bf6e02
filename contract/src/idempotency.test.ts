import { expect, it } from 'vitest'
import { allEndpoints } from './api.ts'
import type { EndpointSpec } from './endpoint.ts'

it('what asks the payment provider on its way stands in no transaction meanwhile, and all else that has a key does', () => {
  const named = (isMeant: (endpoint: EndpointSpec) => boolean | undefined) =>
    allEndpoints().flatMap(([name, endpoint]) => (isMeant(endpoint) ? [name] : []))
  const asking = named(({ errors }) => errors?.includes('payment_provider_unavailable'))
  expect(asking).not.toEqual([])
  expect(named(({ idempotency }) => idempotency === 'kept-after')).toEqual(asking)
})
