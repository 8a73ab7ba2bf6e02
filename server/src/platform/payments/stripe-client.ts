import Stripe from 'stripe'
import { remainingMs } from '../deadline.ts'
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
      return left === undefined ? await asked : await within(timeout, asked)
    } catch (error) {
      throw translated(error, log)
    } finally {
      underWay--
    }
  }
}

/** The client's own timeout is for silence: an answer that trickles in would outlast it. */
async function within<T>(timeoutMs: number, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable()), timeoutMs)
  })
  try {
    return await Promise.race([asked, tooLate])
  } finally {
    clearTimeout(timer)
    asked.catch(() => {})
  }
}

const unavailable = () => new AppError('payment_provider_unavailable')

function translated(error: unknown, log: Log): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  if (isMissing(error)) return error
  const { type, code, message, requestId } = error
  // What they did not like about our request needs somebody's eye; what they suffer from does not.
  const isTheirs =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError
  log[isTheirs ? 'warn' : 'error']({ stripe: { type, code, message, requestId } }, 'Stripe refused or failed')
  return unavailable()
}

/** Stripe's word for an id that it does not know. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'

/** The answer, or undefined where Stripe knows no such thing. */
export async function foundOrUndefined<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
