import type { BodyOf, EndpointSpec, ParamsOf, QueryOf, ResponseOf } from '@marga/contract/endpoint'
import type { Role } from '@marga/contract/roles'
import type { Actor } from '../platform/actor.ts'

type ActorOf<E extends EndpointSpec> = E['access'] extends 'public'
  ? undefined
  : E['access'] extends 'optional'
    ? Actor | undefined
    : E['access'] extends readonly (infer R extends Role)[]
      ? Actor<R>
      : never

export type Caller = {
  /** The network that limits count as one, after trusted proxies: an IPv4 address or an IPv6 /64. */
  address: string
  /** User-Agent, for the list of own sessions. */
  device: string
  /** The raw bearer token, for the few public calls that end or probe a session. */
  bearer: string | undefined
  /** The raw header, for the mark of a known device. */
  cookies: string | undefined
}

export type RouteInput<E extends EndpointSpec> = {
  actor: ActorOf<E>
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: Caller
}

/** An answer with its status, where that may be another than the endpoint's first. */
export type RouteResponse<T> = {
  readonly status: number
  readonly body: T
  /** A whole Set-Cookie. */
  readonly cookie?: string | undefined
  readonly [isResponse]: true
}
const isResponse = Symbol('answer')

export const respond = <T>(status: number, body: T, cookie?: string): RouteResponse<T> => ({
  status,
  body,
  cookie,
  [isResponse]: true,
})

/** What a handler gave, as an answer: a bare body has the endpoint's first status. */
export const toResponse = (endpoint: EndpointSpec, result: unknown): RouteResponse<unknown> =>
  typeof result === 'object' && result !== null && isResponse in result
    ? (result as RouteResponse<unknown>)
    : respond<unknown>(endpoint.status?.[0] ?? 200, result)

type Handler<E extends EndpointSpec> = (
  input: RouteInput<E>,
) => Promise<ResponseOf<E> | RouteResponse<ResponseOf<E>>>

/** What was found before the work, and what is done once that is over, committed or not. */
export type Turn<T> = { found: T; end(): void }

/** An endpoint with its handler, the types between them erased for the table. */
export type BoundRoute = {
  endpoint: EndpointSpec
  awaitTurn?: (input: RouteInput<EndpointSpec>) => Promise<Turn<unknown>>
  handle: (input: RouteInput<EndpointSpec>, found?: unknown) => Promise<unknown>
}

/** Ties a handler to its endpoint of the contract: HTTP in and out, one line a call. */
export function route<E extends EndpointSpec>(endpoint: E, handle: Handler<E>): BoundRoute {
  return { endpoint, handle: handle as BoundRoute['handle'] }
}

/**
 * The same for what many want of whom few get it: `awaitTurn` reads, and refuses those who come too late before a
 * transaction is begun for them. What it found may have changed when the handler runs, which decides.
 */
export function routeInTurn<E extends EndpointSpec, T>(
  endpoint: E,
  awaitTurn: (input: RouteInput<E>) => Promise<Turn<T>>,
  handle: (input: RouteInput<E>, found: T) => ReturnType<Handler<E>>,
): BoundRoute {
  return {
    endpoint,
    awaitTurn: awaitTurn as NonNullable<BoundRoute['awaitTurn']>,
    handle: handle as BoundRoute['handle'],
  }
}
