import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { Checkouts } from './checkouts.service.ts'
import type { Enrollments } from './enrollments.service.ts'

type Deps = { enrollments: Enrollments; checkouts: Checkouts; paymentsMode: 'stripe' | 'sandbox' | 'none' }

export const enrollmentRoutes = ({ enrollments, checkouts, paymentsMode }: Deps): BoundRoute[] => [
  route(api.enrollments.stripeConfig, async () => ({
    publishableKey: paymentsMode === 'sandbox' ? 'pk_sandbox' : null,
    mode: paymentsMode,
  })),
  route(api.enrollments.createCheckout, async ({ actor, body }) => ({
    url: await checkouts.create(actor, body),
  })),
  route(api.enrollments.confirm, async ({ actor, body }) => ({
    enrollment: await checkouts.confirm(actor, body),
  })),
  route(api.enrollments.subscribedMentors, async ({ actor }) => ({
    allMentorsSubscribed: await enrollments.ofMentee(actor.id),
  })),
  route(api.enrollments.payments, ({ actor, query }) => enrollments.payments(actor.id, query)),
  route(api.enrollments.cancel, async ({ actor, params }) => ({
    enrollment: await enrollments.cancel(actor.id, params.enrollmentId),
  })),
  route(api.enrollments.resume, async ({ actor, params }) => ({
    enrollment: await enrollments.resume(actor.id, params.enrollmentId),
  })),
  route(api.enrollments.subscribedMentees, ({ actor, query }) => enrollments.menteesOf(actor.id, query)),
]
