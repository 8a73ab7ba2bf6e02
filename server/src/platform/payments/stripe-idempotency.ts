import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import type { ProviderAttempts } from './provider-attempts.ts'
import { type AskStripe, causeOf } from './stripe-client.ts'

type Deps = { ask: AskStripe; attempts: ProviderAttempts }

type Making<T> = {
  /** What is made and for whom: made once however often it is asked for. */
  name: string
  /** All that the request says. Stripe refuses one key for two bodies, so another wish has another key. */
  params: unknown
  /** Asks Stripe for what an earlier attempt has left behind. By lists and ids, which know at once what was just made. */
  find: () => Promise<T | undefined>
  /** Looks first even if no attempt is known to have failed: for what may be tried after Stripe has forgotten the key. */
  isLookedForFirst?: boolean
  make: (options: Stripe.RequestOptions) => Promise<T>
}
export type MakeIdempotently = <T>(making: Making<T>) => Promise<T>

/** How many attempts one call makes; what is left is for whoever tries again later. */
const attemptsAtOnce = 2

/**
 * Stripe gives its first answer under an idempotency key again for a day, a 500 included. So a key belongs to one
 * attempt, and whoever tries again looks first for what exists. No answer (a timeout, a broken line) leaves an attempt
 * undecided: Stripe may be at work on it still, and would make a second thing under another key, so that the same key
 * asks what became of it. An answer that is a failure decides it, and the thing is made under the next key.
 * docs.stripe.com/api/idempotent_requests, docs.stripe.com/error-low-level
 */
export function createMakeIdempotently({ ask, attempts }: Deps): MakeIdempotently {
  return async ({ name, params, find, isLookedForFirst = false, make }) => {
    const wish = `${name}:${digest(params)}`
    const failed = await attempts.failedSoFar(wish)
    const earlier = failed !== undefined || isLookedForFirst ? await find() : undefined
    let no = failed ?? 0
    if (earlier !== undefined) return earlier
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask((options) => make({ ...options, idempotencyKey: `${wish}:${no}` }))
      } catch (error) {
        const status = decidedStatus(causeOf(error))
        if (status === undefined) {
          await attempts.noteUnanswered(wish)
          throw error
        }
        no = await attempts.noteFailure(wish, no)
        if (status < 500) throw error
        const made = await find()
        if (made !== undefined) return made
        if (attempt === attemptsAtOnce) throw error
      }
    }
  }
}

/** The status of an answer that Stripe would give again: not one that only asks for patience. */
function decidedStatus(error: unknown): number | undefined {
  if (!(error instanceof Stripe.errors.StripeError) || error.statusCode === undefined) return undefined
  return error.statusCode === 409 || error.statusCode === 429 ? undefined : error.statusCode
}

/** Keys travel in a header, which takes no letters of other scripts. */
const digest = (params: unknown) =>
  createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16)
