import type { EndpointInput, EndpointSpec, ResponseOf } from '@marga/contract/endpoint'
import { AppError } from '../platform/errors.ts'
import type { RateLimiter } from '../platform/rate-limiter.ts'
import { toAppError } from './error-responses.ts'
import { bucketsOf } from './request-limits.ts'
import { type BoundRoute, toResponse } from './route.ts'
import { parse, readPathIds } from './validate.ts'

/**
 * A public call made by the page renderer in the same process: no HTTP, never with an identity. It counts against the
 * limits of whoever asked for the page, as if the browser had made it.
 */
export type InProcessCall = <E extends EndpointSpec>(
  endpoint: E,
  input: EndpointInput<E>,
) => Promise<ResponseOf<E>>

export type InProcessCallFor = (network: string) => InProcessCall

export function createInProcessCall(routes: BoundRoute[], limiter: RateLimiter): InProcessCallFor {
  const byEndpoint = new Map(
    routes.map((bound) => [`${bound.endpoint.method} ${bound.endpoint.path}`, bound]),
  )
  return (network) => async (endpoint, input) => {
    const bound = byEndpoint.get(`${endpoint.method} ${endpoint.path}`)
    if (!bound) throw new AppError('not_found')
    if (Array.isArray(endpoint.access)) throw new AppError('unauthenticated')
    await limiter.take(bucketsOf(endpoint.limit), { network })
    const asked = {
      actor: undefined as never,
      params: readPathIds((input.params ?? {}) as Record<string, string>),
      query: parse(endpoint.query, input.query ?? {}),
      body: parse(endpoint.body, input.body ?? {}),
      caller: { address: network, device: '', bearer: undefined, cookies: undefined },
    }
    const result = await bound.handle(asked).catch((error: unknown) => {
      throw asRefusal(error)
    })
    // As a client would have received it: dates as text, undefined keys gone.
    return JSON.parse(JSON.stringify(toResponse(endpoint, result).body)) as ResponseOf<typeof endpoint>
  }
}

/** As a client would be told; what nobody foresaw stays, so that the log says what it was. */
function asRefusal(error: unknown): unknown {
  const refusal = toAppError(error)
  return refusal.code === 'internal' ? error : refusal
}
