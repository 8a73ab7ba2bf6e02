import Stripe from 'stripe'
import type { Config } from '../config.ts'
import { openStripe } from '../platform/payments/stripe-client.ts'
import { webhookEvents, webhookPath } from '../platform/payments/stripe-events.ts'
import { type Found, notice, ok, plain, problem } from './doctor-findings.ts'

const firstHundred = { limit: 100 }

/** Asks Stripe with the key, and whether its events would come here. */
export async function checkStripe({ stripe, isDemo }: Config, publicUrl: string): Promise<Found> {
  if (!stripe) {
    return isDemo
      ? ok('No keys: a stand-in serves, and no money moves.')
      : notice('No STRIPE_SECRET_KEY: nobody can subscribe.')
  }
  const client = openStripe(stripe)
  try {
    const { data } = await client.webhookEndpoints.list(firstHundred)
    return checkEndpoint(data, `${publicUrl}${webhookPath}`, stripe)
  } catch (error) {
    return problem(`STRIPE_SECRET_KEY does not work: ${plain(causeOf(error))}`)
  }
}

/** Behind a connection that broke, Stripe's library keeps what the system said. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && 'detail' in error && error.detail instanceof Error ? error.detail : error

function checkEndpoint(
  endpoints: Stripe.WebhookEndpoint[],
  url: string,
  { isLive, publishableKey }: NonNullable<Config['stripe']>,
): Found {
  const endpoint = endpoints.find((each) => each.url === url)
  if (!endpoint)
    return problem(
      `Stripe takes the key, but sends its events nowhere near: make a webhook endpoint for ${url}.`,
    )
  if (endpoint.status !== 'enabled')
    return problem(
      `The webhook endpoint ${url} is disabled at Stripe: enable it, or payments are only noticed at night.`,
    )
  const lacking = webhookEvents.filter(
    (type) => !endpoint.enabled_events.includes(type) && !endpoint.enabled_events.includes('*'),
  )
  if (lacking.length > 0)
    return problem(`The webhook endpoint ${url} lacks these events: ${lacking.join(', ')}.`)
  if (endpoint.api_version !== null && endpoint.api_version !== Stripe.API_VERSION)
    return notice(
      `The webhook endpoint ${url} is set to Stripe’s API version ${endpoint.api_version}. What it sends is understood; ${Stripe.API_VERSION} is what this was written for.`,
    )
  if (!isLive)
    return notice('Stripe takes the key and sends its events here. It is a test key: no money moves.')
  if (!publishableKey)
    return notice(
      'Stripe takes the key. Without STRIPE_PUBLISHABLE_KEY clients with a form of their own cannot pay.',
    )
  return ok(
    'Stripe takes the key and sends its events here. Whether STRIPE_WEBHOOK_SECRET is that endpoint’s shows with the first event.',
  )
}
