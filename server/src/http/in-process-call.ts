import type { CallInput, EndpointSpec, ResponseOf } from '@marga/contract/endpoint'
import { AppError } from '../platform/errors.ts'
import { type BoundRoute, toAnswer } from './route.ts'
import { checkPathIds, parse } from './validate.ts'

/** A public call made by the page renderer in the same process: no HTTP, never with an identity. */
export type InProcessCall = <E extends EndpointSpec>(
  endpoint: E,
  input: CallInput<E>,
) => Promise<ResponseOf<E>>

export function createInProcessCall(routes: BoundRoute[]): InProcessCall {
  const byEndpoint = new Map(
    routes.map((bound) => [`${bound.endpoint.method} ${bound.endpoint.path}`, bound]),
  )
  return async (endpoint, input) => {
    const bound = byEndpoint.get(`${endpoint.method} ${endpoint.path}`)
    if (!bound) throw new AppError('not_found')
    if (Array.isArray(endpoint.access)) throw new AppError('unauthenticated')
    const params = (input.params ?? {}) as Record<string, string>
    checkPathIds(params)
    const result = await bound.handle({
      actor: undefined as never,
      params,
      query: parse(endpoint.query, input.query ?? {}),
      body: parse(endpoint.body, input.body ?? {}),
      caller: { address: 'in-process', device: '', bearer: undefined, cookies: undefined },
    })
    // As a client would have received it: dates as text, undefined keys gone.
    return JSON.parse(JSON.stringify(toAnswer(endpoint, result).body)) as ResponseOf<typeof endpoint>
  }
}
