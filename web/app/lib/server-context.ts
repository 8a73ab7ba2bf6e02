import type { EndpointInput, EndpointSpec, ResponseOf } from '@marga/contract/endpoint'
import { createContext } from 'react-router'

/** Runs a public endpoint inside the server's process; throws `{status, code, message}`. */
export type InProcessCall = <E extends EndpointSpec>(
  endpoint: E,
  input: EndpointInput<E>,
) => Promise<ResponseOf<E>>

/** What the host gives to each request; read by server loaders. */
export type HostContext = {
  call: InProcessCall
  nonce: string
  /** Scheme and host under which the site is known, for canonical addresses. */
  origin: string
  /** Whether this request's browser was given these tokens by the server itself. */
  isSignInProven: (refreshToken: string) => boolean
  report: (error: unknown) => void
}

export const hostContext = createContext<HostContext>()

/** Turns a failed call into the Response that the error page expects; anything else stays. */
export function asResponse(error: unknown): unknown {
  const status = (error as { status?: unknown } | null)?.status
  if (typeof status !== 'number' || status < 400 || status > 599) return error
  return new Response((error as Error).message, { status })
}
