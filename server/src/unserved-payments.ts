import type { Config } from './config.ts'
import type { Db } from './platform/db/database.ts'
import { countAtStripe } from './unserved-payments.queries.ts'

/**
 * Why nobody may be served without Stripe's keys from a database that counts on Stripe: people would go on paying for
 * what nobody hears of any more, and wait for money that nobody gives back. Undefined where nothing is there.
 */
export async function findUnservedPayments(
  db: Db,
  { stripe, hasJobs }: Pick<Config, 'stripe' | 'hasJobs'>,
): Promise<string | undefined> {
  // A copy that somebody looks at ends nothing.
  if (stripe || !hasJobs) return undefined
  const { live, untold, refunds } = await countAtStripe(db)
  const left = [
    countOf(live, 'live subscription', 'at Stripe'),
    countOf(untold, 'ended subscription', 'of which Stripe is still to be told'),
    countOf(refunds, 'refund', 'that Stripe is still to make'),
  ].filter(Boolean)
  if (left.length === 0) return undefined
  return `this database holds ${left.join(', ')}, and STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are not set. Set both.`
}

const countOf = (count: number, noun: string, what: string) =>
  count > 0 && `${count} ${noun}${count === 1 ? '' : 's'} ${what}`
