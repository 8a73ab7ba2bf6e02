import { enrollmentGivesAccess } from '@marga/contract/enrollment-states'
import type { Enrollment } from '@marga/contract/enrollments'
import { limits } from '@marga/contract/limits'
import { texts } from '@marga/contract/texts'
import { ApiError } from '../../lib/api-client.ts'
import { formatShortDay } from '../../lib/dates.ts'

/** How often a payment that is being decided is asked for, two seconds apart. */
export const confirmTriesMax = 60

export const isStillPending = (error: ApiError): boolean =>
  (error.status === 402 && error.details.pending === true) || error.status === 0 || error.status === 429

/** The checkout was opened, but the address of its page leads nowhere. */
export class NoCheckoutPage extends Error {
  override name = 'NoCheckoutPage'
}

/** The payment page of a checkout. @throws NoCheckoutPage */
export function checkoutPage(url: unknown): string {
  if (typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url)) return url
  throw new NoCheckoutPage('The answer holds no address')
}

/** Why a mentor cannot be subscribed to right now, though nothing went wrong. */
export const isNotSold = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'full' || error.code === 'no_times')

/** The words for a Subscribe that failed, and what the server says beside them. */
export function subscribeFailure(error: unknown): { title: string; description?: string } {
  if (error instanceof NoCheckoutPage) return { title: texts.checkout.failure }
  if (!(error instanceof ApiError) || error.status === 0) return { title: texts.checkout.thrown }
  if (error.status === 409) return { title: texts.checkout.alreadySubscribed }
  return { title: texts.checkout.unexpected, description: error.message }
}

/** Those that a mentee may write to and book with now. */
export const withAccess = (enrollments: readonly Enrollment[]): Enrollment[] =>
  enrollments.filter(({ status }) => enrollmentGivesAccess(status))

/** "1 of 4 calls", counted from what is left. */
export function creditsUsed({ callsLeft, callsPerMonth }: Enrollment): { used: number; total: number } {
  const total = callsPerMonth || limits.callsPerMonth
  return { used: Math.max(0, total - callsLeft), total }
}

/** What the date of a subscription is of; a renewal that is awaited is not still to come. */
export function dateTerm(
  { status, renewsAt, endsAt }: Pick<Enrollment, 'status' | 'renewsAt' | 'endsAt'>,
  now: Date,
): string {
  if (status === 'ending') return endsAt && new Date(endsAt) <= now ? 'Access ended' : 'Access until'
  if (status === 'ended') return 'Ended'
  return renewsAt && new Date(renewsAt) <= now ? 'Renewal due' : 'Renews'
}

/** What has come of cancelling. */
export const cancelResult = ({ status, endsAt }: Enrollment): string =>
  status === 'ended'
    ? 'Your subscription has ended. Nothing more is charged.'
    : `It will not renew. You keep your access until ${endsAt ? formatShortDay(endsAt) : 'the end of the period'}.`
