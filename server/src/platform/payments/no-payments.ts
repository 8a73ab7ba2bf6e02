import { AppError } from '../errors.ts'
import type { PaymentGateway } from './payments.ts'

/** Where no payments are configured, whatever needs the provider says so. */
export const notConfigured = () =>
  new AppError('not_configured', { status: 503, message: 'This installation does not take payments yet.' })

/**
 * Whose rows may be followed: without its keys nothing is known of what Stripe has taken, and nothing of it ends. What the
 * demo's stand-in has left ends with what was paid, whoever serves now.
 */
export const followedProviders = (payments: PaymentGateway | undefined): PaymentGateway['mode'][] =>
  payments?.mode === 'stripe' ? ['stripe', 'sandbox'] : ['sandbox']

/**
 * For jobs, who serves what a row's provider was promised or told. Undefined of the demo's stand-in where another one
 * serves now: its books are in our own tables, and no money is in them.
 * @throws where the provider has people's money and the start was given no keys: such a job fails, and is tried again
 */
export function gatewayOf(
  payments: PaymentGateway | undefined,
  provider: PaymentGateway['mode'],
): PaymentGateway | undefined {
  if (payments?.mode === provider) return payments
  if (provider === 'stripe')
    throw new Error('this is for Stripe to do, and STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are not set')
  return undefined
}
