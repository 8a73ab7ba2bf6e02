import { commonErrors, type EndpointSpec, errorCodesOf } from '@marga/contract/endpoint'
import { errorDetails } from '@marga/contract/error-details'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Identify, RunAsSession } from '../platform/actor.ts'
import type { ResponseCache } from '../platform/cache/response-cache.ts'
import { AppError } from '../platform/errors.ts'
import {
  type CachedResponse,
  cachedResponseOf,
  responseKey,
  sendCached,
  type TagsOf,
} from './cached-responses.ts'
import { toAppError } from './error-responses.ts'
import { type Idempotency, type IdempotentRequest, readIdempotencyKey, requestHash } from './idempotency.ts'
import {
  type BoundRoute,
  type Caller,
  type RouteInput,
  type RouteResponse,
  type Turn,
  toResponse,
} from './route.ts'
import { checkSelf, parse, readPathIds } from './validate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
  }
}

export type BindOptions = {
  identify: Identify
  runAsSession: RunAsSession
  idempotency: Idempotency
  /** Refuses whoever must set up two-step sign-in first. */
  requireTwoFactorSetup: (actor: Actor) => Promise<void>
  /** Tests and development: an answer that breaks the contract is an error. */
  isStrict: boolean
  /** Public answers that are the same for everybody, for which calls they are kept, and by what; none when absent. */
  cached?: {
    responses: ResponseCache<CachedResponse>
    isFor: (endpoint: EndpointSpec) => boolean
    tagsOf: TagsOf
  }
}

const isMutation = (endpoint: EndpointSpec) => endpoint.method !== 'GET'
const demandsToken = (endpoint: EndpointSpec) => Array.isArray(endpoint.access)

/**
 * Turns the contract's table into Fastify routes. Every route gets, without asking: identity before
 * the body is read, its limit, ids and own ids checked, input validated, retries answered once, and
 * nothing written any more once the caller's session has ended.
 */
export function bindRoutes(app: FastifyInstance, routes: BoundRoute[], options: BindOptions) {
  for (const bound of routes) {
    const { endpoint } = bound
    if (!endpoint.access) throw new Error(`${endpoint.method} ${endpoint.path} does not say who may call it`)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: endpoint.limit ? { limit: endpoint.limit } : {},
      onRequest: async (request) => {
        request.actor = await actorOf(endpoint, request, options.identify)
        if (request.actor && !endpoint.isOpenBeforeTwoFactor)
          await options.requireTwoFactorSetup(request.actor)
      },
      handler: (request, reply) => handle(bound, request, reply, options),
    })
  }
}

async function actorOf(endpoint: EndpointSpec, request: FastifyRequest, identify: Identify) {
  if (endpoint.access === 'public') return undefined
  const token = bearerOf(request)
  if (endpoint.access === 'optional')
    return token === undefined ? undefined : identify(token, isMutation(endpoint))
  const actor = await identify(token, isMutation(endpoint))
  if (!endpoint.access.includes(actor.role)) throw new AppError('forbidden')
  return actor
}

async function handle(bound: BoundRoute, request: FastifyRequest, reply: FastifyReply, options: BindOptions) {
  const { endpoint } = bound
  const responses = options.cached?.isFor(endpoint) ? options.cached.responses : undefined
  const params = readPathIds(request.params as Record<string, string>)
  const body = request.body ?? {}
  const query = request.query as Record<string, unknown>
  checkSelf(endpoint, request.actor, { params, query, body })
  const input = {
    actor: request.actor,
    params,
    query: parse(endpoint.query, query),
    body: parse(endpoint.body, body),
    caller: callerOf(request),
  }
  const key = responses && responseKey(endpoint.path, input)
  const cached = key && responses.get(key)
  if (cached) return sendCached(request, reply, cached)
  const since = responses?.generation()
  const idempotent = idempotentRequestOf(endpoint, request, body)
  const give = (found?: unknown) => {
    const work = async () =>
      toResponse(endpoint, await bound.handle(input as RouteInput<EndpointSpec>, found))
    const { run, runOutside } = options.idempotency
    const once = endpoint.idempotency === 'kept-after' ? runOutside : run
    const answer = () => (idempotent ? once(idempotent, work) : work())
    return request.actor ? options.runAsSession(request.actor, answer) : answer()
  }
  const { awaitTurn } = bound
  const running = awaitTurn
    ? runInTurn(() => awaitTurn(input as RouteInput<EndpointSpec>), give, idempotent, options.idempotency)
    : give()
  const given = await running.catch((error: unknown) => {
    if (options.isStrict) checkRefusal(endpoint, toAppError(error))
    throw error
  })
  if (options.isStrict) checkResponse(endpoint, given)
  if (given.cookie) reply.header('set-cookie', given.cookie)
  // What was answered to one person, or holds tokens, stays in no cache; not even the browser's own.
  if (request.actor || isMutation(endpoint)) reply.header('cache-control', 'no-store')
  if (key && since !== undefined) {
    const fresh = cachedResponseOf(JSON.stringify(given.body))
    responses.put(key, fresh, { since, of: options.cached?.tagsOf(endpoint, input, given.body) })
    return sendCached(request, reply, fresh)
  }
  return reply.code(given.status).type('application/json; charset=utf-8').send(JSON.stringify(given.body))
}

async function runInTurn(
  awaitTurn: () => Promise<Turn<unknown>>,
  run: (found: unknown) => Promise<RouteResponse<unknown>>,
  idempotent: IdempotentRequest | undefined,
  idempotency: Idempotency,
): Promise<RouteResponse<unknown>> {
  let turn: Turn<unknown>
  try {
    turn = await awaitTurn()
  } catch (refusal) {
    // Whoever has got it, and asks again for want of an answer, comes too late for it, too.
    const earlier = idempotent && (await idempotency.findEarlier(idempotent))
    if (earlier) return earlier
    throw refusal
  }
  try {
    return await run(turn.found)
  } finally {
    turn.end()
  }
}

function idempotentRequestOf(
  endpoint: EndpointSpec,
  request: FastifyRequest,
  body: unknown,
): IdempotentRequest | undefined {
  if (!request.actor || !isMutation(endpoint) || !demandsToken(endpoint) || endpoint.idempotency === 'none')
    return undefined
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  return key === undefined
    ? undefined
    : { accountId: request.actor.id, key, requestHash: requestHash(request.method, request.url, body) }
}

function checkResponse(endpoint: EndpointSpec, { status, body }: RouteResponse<unknown>) {
  const statuses: readonly number[] = endpoint.status ?? [200]
  if (!statuses.includes(status)) throw new Error(`${endpoint.path} answered ${status}, not declared`)
  const parsed = endpoint.response.safeParse(JSON.parse(JSON.stringify(body)))
  if (!parsed.success)
    throw new Error(`${endpoint.method} ${endpoint.path} breaks the contract: ${parsed.error.message}`)
}

function checkRefusal(endpoint: EndpointSpec, { code, details }: AppError) {
  if (!errorCodesOf(endpoint).includes(code) && !commonErrors.includes(code as never))
    throw new Error(`${endpoint.method} ${endpoint.path} refuses with ${code}, not declared`)
  const schema = Object.entries(errorDetails).find(([of]) => of === code)?.[1]
  const parsed = details && schema?.safeParse(details)
  if (details && !parsed?.success)
    throw new Error(`${endpoint.method} ${endpoint.path}: the details of ${code} break the contract`)
}

export const bearerOf = (request: FastifyRequest): string | undefined => {
  const header = request.headers.authorization
  // A header that is there but malformed must be refused, not ignored.
  return header === undefined ? undefined : (/^Bearer +(\S+)$/i.exec(header)?.[1] ?? '')
}

const callerOf = (request: FastifyRequest): Caller => ({
  address: request.network,
  device: String(request.headers['user-agent'] ?? '').slice(0, 300),
  bearer: bearerOf(request) || undefined,
  cookies: request.headers.cookie,
})
