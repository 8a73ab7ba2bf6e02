import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import { withDeadline } from '../../platform/deadline.ts'
import { createKeyedQueue } from '../../platform/keyed-queue.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'
import type { BillingCustomers } from './billing-customers.service.ts'
import type { Checkouts } from './checkouts.service.ts'
import type { Enrollments } from './enrollments.service.ts'
import type { Pauses } from './pauses.service.ts'
import type { Subscriptions } from './subscriptions.service.ts'

type Deps = {
  enrollments: Enrollments
  checkouts: Checkouts
  subscriptions: Subscriptions
  pauses: Pauses
  billingCustomers: BillingCustomers
  payments: PaymentGateway | undefined
}

/** A person waits ten seconds at most for whatever the provider has to be asked, answer included. */
const providerBudgetMs = 9_000

/** Of one person one thing at a time: the provider is asked so much at once, which somebody alone could take up. */
function createAsking() {
  const inTurn = createKeyedQueue()
  return <T>(person: { id: string }, work: () => Promise<T>) =>
    withDeadline(providerBudgetMs, () => inTurn(person.id, work))
}

export function enrollmentRoutes(deps: Deps): BoundRoute[] {
  const { enrollments, checkouts, subscriptions, pauses, billingCustomers, payments } = deps
  const asking = createAsking()
  return [
    route(api.enrollments.stripeConfig, async () => ({
      publishableKey: payments?.publishableKey ?? null,
      mode: payments?.mode ?? ('none' as const),
    })),
    route(api.enrollments.createCheckout, async ({ actor, body }) => ({
      url: await asking(actor, () => checkouts.create(actor, body)),
    })),
    route(api.enrollments.createPaymentIntent, async ({ actor, body }) => ({
      clientSecret: await asking(actor, () => checkouts.createIntent(actor, body)),
    })),
    route(api.enrollments.billingPortal, async ({ actor }) => ({
      url: await asking(actor, () => billingCustomers.openPortal(actor.id)),
    })),
    route(api.enrollments.confirm, async ({ actor, body }) => ({
      enrollment: await asking(actor, () => checkouts.confirm(actor, body)),
    })),
    route(api.enrollments.subscribedMentors, async ({ actor }) => ({
      allMentorsSubscribed: await enrollments.ofMentee(actor.id),
    })),
    route(api.enrollments.payments, ({ actor, query }) => enrollments.payments(actor.id, query)),
    route(api.enrollments.cancel, async ({ actor, params }) => ({
      enrollment: await asking(actor, () => subscriptions.cancel(actor.id, params.enrollmentId)),
    })),
    route(api.enrollments.resume, async ({ actor, params }) => ({
      enrollment: await asking(actor, () => subscriptions.resume(actor.id, params.enrollmentId)),
    })),
    route(api.enrollments.pause, async ({ actor, params, body }) => ({
      enrollment: await asking(actor, () => pauses.pause(actor.id, params.enrollmentId, body.days)),
    })),
    route(api.enrollments.endPause, async ({ actor, params }) => ({
      enrollment: await asking(actor, () => pauses.end(actor.id, params.enrollmentId)),
    })),
    route(api.enrollments.subscribedMentees, ({ actor, query }) => enrollments.menteesOf(actor.id, query)),
  ]
}
