import type { z } from 'zod'
import type { ErrorCode } from './error-catalogue.ts'
import type { RateLimitName } from './rate-limits.ts'
import type { Role } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call. `public` ignores a token; `optional` reads one if it is sent and refuses a bad one;
 * a list of roles demands a token of one of them.
 */
export type Access = 'public' | 'optional' | readonly [Role, ...Role[]]

/** Where in a request the caller's own id stands; anything but the token's id there is 403. */
export type SelfPath = `params.${string}` | `query.${string}` | `body.${string}`

export type EndpointSpec = {
  method: Method
  path: string
  access: Access
  summary: string
  self?: readonly SelfPath[]
  query?: z.ZodType
  body?: z.ZodType
  /** Status of success; the first is the usual one. */
  status?: readonly [number, ...number[]]
  response: z.ZodType
  errors?: readonly ErrorCode[]
  /** Which bucket of limits.ts counts the calls; the general one if absent. */
  limit?: RateLimitName
  /** Moderators who must set up two-step sign-in may call this before they have. */
  isOpenBeforeTwoFactor?: true
  /**
   * What a retry of a mutation with a token meets. `key`, the usual one: the server keeps the first response of each
   * Idempotency-Key, in one transaction with the effect. `kept-after`: the same for what may not stand in a transaction
   * with its key, since it asks another server on its way or keeps something although it is refused; what it does is
   * safe to do again. `own-id`: the thing carries an id of its own, and what is sent twice is one thing, so the browser
   * sends no key. `none`: a response that holds secrets and is never kept, a body with a password, of which no quick
   * hash may be kept, or a call that changes nothing.
   */
  idempotency?: 'key' | 'kept-after' | 'own-id' | 'none'
}

/**
 * Declares one call of the wire. The table of these drives the server's binding, the browser's
 * client, the API description and the tests that try every call with wrong identities and garbage.
 */
export function defineEndpoint<const E extends EndpointSpec>(spec: E): E {
  return spec
}

/** Path parameters; each is an id, and one that is not a UUID is 404 before anything else happens. */
export type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & PathParams<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : unknown

export type ParamsOf<E extends EndpointSpec> = PathParams<E['path']>
/** Query and body as the server sees them after validation. */
export type QueryOf<E extends EndpointSpec> = E['query'] extends z.ZodType ? z.output<E['query']> : unknown
export type BodyOf<E extends EndpointSpec> = E['body'] extends z.ZodType ? z.output<E['body']> : unknown
export type ResponseOf<E extends EndpointSpec> = z.output<E['response']>

/** What a caller passes: `{ params, query, body }`, each only where the endpoint has it. */
export type EndpointInput<E extends EndpointSpec> = (unknown extends ParamsOf<E>
  ? { params?: undefined }
  : { params: ParamsOf<E> }) &
  (E['query'] extends z.ZodType ? { query?: z.input<E['query']> } : { query?: undefined }) &
  (E['body'] extends z.ZodType ? { body: z.input<E['body']> } : { body?: undefined })

/** What every endpoint may refuse with, whatever it does. */
export const commonErrors = [
  'rate_limited',
  'too_large',
  'unsupported_media_type',
  'unavailable',
  'internal',
] as const satisfies readonly ErrorCode[]

/** The refusals of the shared mechanisms that stand before an endpoint, and those that it declares. */
export function errorCodesOf(endpoint: EndpointSpec): ErrorCode[] {
  const isSigned = endpoint.access !== 'public'
  const isKeyed = isSigned && endpoint.method !== 'GET' && endpoint.idempotency !== 'none'
  return [
    ...(endpoint.query || endpoint.body || isKeyed ? (['invalid_request'] as const) : []),
    ...(isSigned ? (['unauthenticated'] as const) : []),
    ...(Array.isArray(endpoint.access) ? (['forbidden'] as const) : []),
    ...(pathParamNames(endpoint.path).length > 0 ? (['not_found'] as const) : []),
    ...(endpoint.errors ?? []),
    ...(isKeyed ? (['idempotency_conflict'] as const) : []),
    ...(Array.isArray(endpoint.access) &&
    endpoint.access.includes('moderator') &&
    !endpoint.isOpenBeforeTwoFactor
      ? (['totp_setup_required'] as const)
      : []),
    'rate_limited',
  ]
}

export const pathParamNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((m) => m[1]!)

/** Fills a path's parameters, encoded. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
