import { type EndpointInput, type EndpointSpec, fillPath, type ResponseOf } from '@marga/contract/endpoint'
import type { ErrorCode } from '@marga/contract/error-catalogue'
import type { ErrorBody } from '@marga/contract/errors'
import { type Role, roleApiBase } from '@marga/contract/roles'
import { readLogin, removeLogin, type StoredLogin, storeLogin } from './auth-storage.ts'
import { isOffline } from './online.ts'
import { isEndingSession } from './own-session-end.ts'
import { storeSignedOut } from './signed-out.ts'
import { uniqueId } from './unique-id.ts'
import { withLock } from './with-lock.ts'

/** What a failed request may say: a code of the contract, or that nothing came back. */
export type FailureCode = ErrorCode | 'network'

/** Why a request failed. `status` 0 and code `network`: nothing came back. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: FailureCode
  readonly fields: Record<string, string>
  readonly isBlocked: boolean
  /** The whole response: some codes say more, such as `alternatives` or `decidedBy`. */
  readonly details: Record<string, unknown>

  constructor(status: number, body: Partial<ErrorBody> & { code: string; message: string }) {
    super(body.message)
    this.status = status
    // Not looked up: the catalogue weighs more than every page can bear. The server is tested to send no other code.
    this.code = body.code as FailureCode
    this.fields = body.fields ?? {}
    this.isBlocked = body.isBlocked === true
    this.details = body
  }
}

export type RequestOptions = {
  /** Whose token is sent; needed only where several roles may call. */
  role?: Role
  signal?: AbortSignal
  /** Arrives though the page is left meanwhile. */
  keepalive?: boolean
}

const retryDelaysMs = [300, 1200]

const offline = { code: 'network', message: 'You are offline. Nothing was sent.' } as const
const lost = { code: 'network', message: 'The connection was lost. Please try again.' } as const

/**
 * Calls an endpoint of the contract and returns its response. Throws ApiError; shows nothing.
 * A 401 leads to one refresh and one repetition; a lost connection to a few repetitions where the
 * server can tell that they are the same call.
 */
export async function sendRequest<E extends EndpointSpec>(
  endpoint: E,
  input: EndpointInput<E>,
  options: RequestOptions = {},
): Promise<ResponseOf<E>> {
  const role = options.role ?? onlyRoleOf(endpoint)
  const send = prepare(endpoint, input as Input, options, role !== undefined)
  const login = role ? readLogin(role) : null
  const response = await send(login?.accessToken)
  if (response.status !== 401 || !login || !role) return read(response)
  const fresh = await refresh(login)
  return read(await send(fresh.accessToken))
}

/** A usable access token for the socket: the stored one, renewed when `refusedToken` is that one. */
export async function renewToken(role: Role): Promise<StoredLogin | null> {
  const login = readLogin(role)
  return login ? refresh(login) : null
}

function onlyRoleOf(endpoint: EndpointSpec): Role | undefined {
  return Array.isArray(endpoint.access) && endpoint.access.length === 1 ? endpoint.access[0] : undefined
}

type Input = { params?: Record<string, string>; query?: object; body?: unknown }

/** Returns a function that sends the call, so that a repetition carries the same idempotency key. */
function prepare(endpoint: EndpointSpec, input: Input, options: RequestOptions, isSigned: boolean) {
  const { signal, keepalive = false } = options
  const url = fillPath(endpoint.path, input.params) + queryText(input.query)
  const isMutation = endpoint.method !== 'GET'
  const headers: Record<string, string> = { accept: 'application/json' }
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  const idempotency = isMutation && isSigned ? (endpoint.idempotency ?? 'key') : 'none'
  if (idempotency === 'key' || idempotency === 'kept-after') headers['idempotency-key'] = uniqueId()
  const mayRepeat = !isMutation || idempotency !== 'none'

  return async (token?: string): Promise<Response> => {
    if (isMutation && isOffline()) throw new ApiError(0, offline)
    const request = {
      method: endpoint.method,
      headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
      body: input.body === undefined ? undefined : JSON.stringify(input.body),
      signal,
      keepalive,
    }
    return mayRepeat ? fetchWithRetries(url, request) : fetchOnce(url, request)
  }
}

async function fetchWithRetries(url: string, request: RequestInit): Promise<Response> {
  for (const delayMs of retryDelaysMs) {
    try {
      const response = await fetchOnce(url, request)
      if (response.status !== 503) return response
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    request.signal?.throwIfAborted()
    // Repeated later it would be done behind somebody's back.
    if (isOffline()) throw new ApiError(0, offline)
  }
  return fetchOnce(url, request)
}

/** A connection that died unnoticed, while a laptop slept, must not hold a call for minutes. */
const answerWithinMs = 30_000

async function fetchOnce(url: string, request: RequestInit): Promise<Response> {
  const { signal } = request
  const tooLate = AbortSignal.timeout(answerWithinMs)
  try {
    return await fetch(url, { ...request, signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, isOffline() ? offline : lost)
  }
}

async function read<E extends EndpointSpec>(response: Response): Promise<ResponseOf<E>> {
  const body: unknown = await response.json().catch((error: Error) => {
    if (error.name === 'AbortError') throw error
    // It broke off: what was done is done, but nobody knows what came of it.
    if (response.ok) throw new ApiError(0, isOffline() ? offline : lost)
    return null
  })
  if (response.ok) return body as ResponseOf<E>
  throw new ApiError(response.status, isErrorBody(body) ? body : unreadable)
}

const unreadable = { code: 'internal', message: 'Something went wrong on our side. Please try again.' }

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body

/**
 * Changes the refresh token for a new pair, one tab and one call at a time: a refresh token is
 * good for one use. Whoever waited finds the new pair stored and uses that.
 */
function refresh(failed: StoredLogin): Promise<StoredLogin> {
  return withLock(`marga.refresh.${failed.role}`, async () => {
    const stored = readLogin(failed.role)
    if (!stored) throw new ApiError(401, { code: 'unauthenticated', message: 'Please sign in again.' })
    if (stored.accessToken !== failed.accessToken) return stored
    const response = await fetchRenewal(`${roleApiBase[failed.role]}/regenerate_access_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ refreshToken: stored.refreshToken }),
    })
    const isStored = () => readLogin(failed.role)?.refreshToken === stored.refreshToken
    // Whoever has signed in meanwhile, in another tab perhaps, was not refused.
    if (response.status === 401 && isStored() && !isEndingSession(failed.role)) {
      storeSignedOut('refused')
      await removeLogin(failed.role, 'refused')
    }
    const pair = await read<EndpointSpec>(response)
    // Signed out meanwhile: the answer must not sign anybody in again.
    if (!isStored()) throw new ApiError(401, { code: 'unauthenticated', message: 'Please sign in again.' })
    const renewed = { ...stored, ...(pair as { accessToken: string; refreshToken: string }) }
    storeLogin(renewed)
    return renewed
  })
}

/**
 * The server takes a token for 30 s after its successor was made, which then gives the same one. An answer that hangs
 * must not use them up: whoever comes later is signed out.
 */
async function fetchRenewal(url: string, request: RequestInit): Promise<Response> {
  for (let triesLeft = 2; ; triesLeft--) {
    try {
      return await fetchOnce(url, { ...request, signal: AbortSignal.timeout(8_000) })
    } catch (error) {
      // What fails at once is tried again by those who ask, after a pause.
      if (error instanceof ApiError) throw error
      if (triesLeft === 0) throw new ApiError(0, lost)
    }
  }
}

function queryText(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return given.length > 0 ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : ''
}
