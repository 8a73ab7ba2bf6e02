import Stripe from 'stripe'
import { remainingMs, within } from '../deadline.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'

export type StripeKeys = {
  secretKey: string
  /** Undefined: the real one. */
  apiUrl: string | undefined
}

/** One try of one call. With a person waiting, the deadline of the request bounds all of them together. */
const tryTimeoutMs = 6_000
/** More at once would let a slow provider take up the database connections of everybody else. */
const callsAtOnceMax = 8

/** The books that a key opens: what a test key made, a live key does not know. */
export const booksOf = (secretKey: string): string => `stripe:${secretKey.split('_')[1]}`

export function openStripe({ secretKey, apiUrl }: StripeKeys): Stripe {
  const url = apiUrl ? new URL(apiUrl) : undefined
  return new Stripe(secretKey, {
    timeout: tryTimeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: 'marga' },
    ...(url
      ? {
          protocol: url.protocol === 'http:' ? ('http' as const) : ('https' as const),
          host: url.hostname,
          port: url.port || (url.protocol === 'http:' ? 80 : 443),
        }
      : {}),
  })
}

export type AskStripe = <T>(work: (options: Stripe.RequestOptions) => Promise<T>) => Promise<T>

/** Asks with a bounded wait and a bounded crowd, and turns every failure of theirs into one code of ours. */
export function createAskStripe(log: Log): AskStripe {
  let underWay = 0
  return async (work) => {
    const left = remainingMs()
    if (left === 0 || underWay >= callsAtOnceMax) throw unavailable()
    underWay++
    const timeout = Math.min(tryTimeoutMs, left ?? tryTimeoutMs)
    try {
      // A key that another tab is using at this moment is answered with "try again", which the client does.
      const asked = work({ timeout, maxNetworkRetries: 2 })
      // The client's own timeout is for silence: an answer that trickles in would outlast it.
      return left === undefined ? await asked : await within(timeout, asked, unavailable)
    } catch (error) {
      throw translated(error, log)
    } finally {
      underWay--
    }
  }
}

const unavailable = (cause?: unknown) => new AppError('payment_provider_unavailable', { cause })

/** Stripe does not know it: deleted there, or of another account or mode. Whoever asked says what follows. */
export class MissingAtStripe extends Error {
  constructor(cause: Stripe.errors.StripeError) {
    super(cause.message, { cause })
    this.name = 'MissingAtStripe'
  }
}

/** Nothing of the library's leaves this file: its errors carry a status, which is not that of our answer. */
function translated(error: unknown, log: Log): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { type, code, message, requestId } = error
  if (code === 'resource_missing') return new MissingAtStripe(error)
  // What they did not like about our request needs somebody's eye; what they suffer from does not.
  const isTheirs =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError
  log[isTheirs ? 'warn' : 'error']({ stripe: { type, code, message, requestId } }, 'Stripe refused or failed')
  return unavailable(error)
}

/** What Stripe itself said, of an error of this file's. */
export const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined)

export const isMissing = (error: unknown): boolean => error instanceof MissingAtStripe

/** Stripe has looked at the request and said no. */
export const isRefusal = (error: unknown): boolean =>
  isMissing(error) || causeOf(error) instanceof Stripe.errors.StripeInvalidRequestError

/** The answer, or undefined where Stripe knows no such thing. */
export async function foundOrUndefined<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
