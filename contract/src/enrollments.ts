import { z } from 'zod'
import { id, isoTime, nextCursor, pageQuery, person } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { enrollmentStatuses } from './enrollment-states.ts'
import { limits } from './limits.ts'
import { mentorCard } from './mentor-card.ts'
import { listPayments } from './payments.ts'
import { extraCalls } from './session-credits.ts'

export const enrollment = z.object({
  _id: id,
  mentorId: mentorCard,
  status: z.enum(enrollmentStatuses),
  /** What this mentee pays a month, in rupees: a fee that changed since then is for others. */
  amount: z.number().int(),
  startedAt: isoTime,
  renewsAt: isoTime.nullable(),
  endsAt: isoTime.nullable(),
  callsLeft: z.number().int(),
  callsPerMonth: z.number().int(),
  /** Where the mentee pays or confirms what is due, at the provider; null when nothing is. */
  paymentUrl: z.string().nullable(),
  /** While a payment is due: when access ends without it. */
  accessUntil: isoTime.nullable(),
  /** Free calls beyond those of the paid month. */
  extraCalls,
  /** From when to when it is read-only; the next charge is at the end. Null without a pause. */
  pausedFrom: isoTime.nullable(),
  pausedUntil: isoTime.nullable(),
  /** What a refund would give back now, in rupees. */
  unusedRupees: z.number().int(),
  /** It has ended, and the mentor takes this mentee again. */
  canSubscribeAgain: z.boolean(),
})
export type Enrollment = z.infer<typeof enrollment>

export const stripeConfig = defineEndpoint({
  method: 'GET',
  path: '/api/mentees/stripe-config',
  access: 'public',
  summary: 'The publishable key and which payments this installation takes',
  response: z.object({ publishableKey: z.string().nullable(), mode: z.enum(['stripe', 'sandbox', 'none']) }),
})

export const createCheckout = defineEndpoint({
  method: 'POST',
  path: '/api/mentees/create-checkout',
  access: ['mentee'],
  idempotency: 'kept-after',
  self: ['body.menteeId'],
  summary: "Opens a checkout for a mentor's monthly fee",
  body: z.object({ mentorPriceId: z.string().min(1).max(200), menteeId: id, mentorId: id }),
  status: [201],
  response: z.object({ url: z.url() }),
  errors: [
    'already_subscribed',
    'full',
    'no_times',
    'price_mismatch',
    'not_found',
    'payment_provider_unavailable',
    'not_configured',
  ],
  limit: 'checkout',
})

export const createPaymentIntent = defineEndpoint({
  method: 'POST',
  path: '/api/mentees/create-payment-intent',
  access: ['mentee'],
  idempotency: 'kept-after',
  self: ['body.menteeId'],
  summary: 'A subscription that waits for its first payment, for an embedded payment form',
  body: z.object({
    mentorPriceId: z.string().min(1).max(200),
    mentorId: id,
    menteeId: id.optional(),
  }),
  response: z.object({ clientSecret: z.string() }),
  errors: [
    'payment_required',
    'already_subscribed',
    'full',
    'no_times',
    'price_mismatch',
    'not_found',
    'payment_provider_unavailable',
    'not_configured',
  ],
  limit: 'checkout',
})

export const billingPortal = defineEndpoint({
  method: 'POST',
  path: '/api/mentees/billing-portal',
  access: ['mentee'],
  idempotency: 'kept-after',
  summary: "The payment provider's page for the mentee's cards and invoices",
  status: [201],
  response: z.object({ url: z.url() }),
  errors: ['not_found', 'payment_provider_unavailable', 'not_configured'],
  limit: 'checkout',
})

export const confirmEnrollment = defineEndpoint({
  method: 'POST',
  path: '/api/mentees/enrollment-success',
  access: ['mentee'],
  idempotency: 'kept-after',
  self: ['body.menteeId'],
  summary: "Asks the payment provider whether a checkout was paid; the browser's word enrols no one",
  body: z
    .object({ menteeId: id, mentorId: id.optional(), paymentId: z.string().min(1).max(200).optional() })
    .refine((form) => form.mentorId !== undefined || form.paymentId !== undefined, {
      error: 'Give mentorId or paymentId.',
      path: ['paymentId'],
    }),
  response: z.object({ enrollment }),
  errors: ['payment_required', 'full', 'price_mismatch', 'not_found', 'payment_provider_unavailable'],
  limit: 'checkout',
})

export const subscribedMentors = defineEndpoint({
  method: 'GET',
  path: '/api/mentees/subscribed-mentors/:menteeId',
  access: ['mentee'],
  self: ['params.menteeId'],
  summary: "The mentee's enrollments",
  response: z.object({ allMentorsSubscribed: z.array(enrollment) }),
})

export const cancelEnrollment = defineEndpoint({
  method: 'DELETE',
  path: '/api/mentees/enrollments/:enrollmentId',
  access: ['mentee'],
  idempotency: 'kept-after',
  summary: 'Ends a subscription with the period that is paid',
  response: z.object({ enrollment }),
  errors: ['not_found', 'payment_provider_unavailable', 'not_configured'],
  limit: 'checkout',
})

export const silenceRefund = defineEndpoint({
  method: 'POST',
  path: '/api/mentees/enrollments/:enrollmentId/silence-refund',
  access: ['mentee'],
  summary: 'Ends a subscription whose mentor has not answered for seven days, and gives back what is unused',
  response: z.object({ enrollment, refund: z.object({ amount: z.number().int() }) }),
  errors: ['not_silent', 'not_found'],
  limit: 'write',
})

export const resumeEnrollment = defineEndpoint({
  method: 'POST',
  path: '/api/mentees/enrollments/:enrollmentId/resume',
  access: ['mentee'],
  idempotency: 'kept-after',
  summary: 'Lets an ending subscription renew again',
  response: z.object({ enrollment }),
  errors: ['not_found', 'not_resumable', 'payment_provider_unavailable', 'not_configured'],
  limit: 'checkout',
})

export const pauseEnrollment = defineEndpoint({
  method: 'POST',
  path: '/api/mentees/enrollments/:enrollmentId/pause',
  access: ['mentee'],
  idempotency: 'kept-after',
  summary:
    'Moves the next charge by so many days; until then the subscription is read-only after its paid month',
  body: z.object({ days: z.number().int().min(limits.pauseDaysMin).max(limits.pauseDaysMax) }),
  response: z.object({ enrollment }),
  errors: [
    'pause_too_late',
    'pause_used',
    'not_pausable',
    'not_found',
    'payment_provider_unavailable',
    'not_configured',
  ],
  limit: 'checkout',
})

export const endPause = defineEndpoint({
  method: 'DELETE',
  path: '/api/mentees/enrollments/:enrollmentId/pause',
  access: ['mentee'],
  idempotency: 'kept-after',
  summary: 'Takes a pause back, or ends it now with the next charge',
  response: z.object({ enrollment }),
  errors: ['not_pausable', 'not_found', 'payment_provider_unavailable', 'not_configured'],
  limit: 'checkout',
})

export const enrolledMentee = z.object({
  ...enrollment.pick({ _id: true, status: true, startedAt: true, callsLeft: true }).shape,
  ...enrollment.pick({ extraCalls: true }).partial().shape,
  ...enrollment.pick({ pausedFrom: true, pausedUntil: true }).shape,
  menteeId: person,
  conversationId: id.nullable(),
})
export type EnrolledMentee = z.infer<typeof enrolledMentee>

export const subscribedMentees = defineEndpoint({
  method: 'GET',
  path: '/api/mentors/subscribed-mentees/:mentorId',
  access: ['mentor'],
  self: ['params.mentorId'],
  summary: 'Who is subscribed to the mentor',
  query: pageQuery,
  response: z.object({ enrolledMentees: z.array(enrolledMentee), nextCursor }),
})

export const enrollments = {
  payments: listPayments,
  stripeConfig,
  createCheckout,
  createPaymentIntent,
  billingPortal,
  confirm: confirmEnrollment,
  subscribedMentors,
  cancel: cancelEnrollment,
  resume: resumeEnrollment,
  pause: pauseEnrollment,
  endPause,
  silenceRefund,
  subscribedMentees,
}
