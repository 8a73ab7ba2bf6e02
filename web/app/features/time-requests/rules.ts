import type { TimeRequest } from '@marga/contract/time-requests'
import { ApiError } from '../../lib/api-client.ts'

/** A request of which no time can be taken any more is over, whatever was last heard of it. */
export type RequestState = TimeRequest['status'] | 'closed'

export function stateOf(
  { status, expiresAt, isExpired }: Pick<TimeRequest, 'status' | 'expiresAt' | 'isExpired'>,
  now: Date,
): RequestState {
  if (status === 'open') return new Date(expiresAt) <= now ? 'void' : 'open'
  // Taken back, or the subscription ended: nothing ran out, whenever one looks.
  return status === 'void' && !isExpired ? 'closed' : status
}

export const openRequests = (requests: readonly TimeRequest[], now: Date): TimeRequest[] =>
  requests.filter((request) => stateOf(request, now) === 'open')

export const stateVariants: Record<
  RequestState,
  { label: string; tone: 'accent' | 'positive' | 'neutral' | 'danger' }
> = {
  open: { label: 'Waiting', tone: 'accent' },
  accepted: { label: 'Accepted', tone: 'positive' },
  declined: { label: 'Declined', tone: 'danger' },
  void: { label: 'Expired', tone: 'neutral' },
  closed: { label: 'Closed', tone: 'neutral' },
}

/** Of the mentor's taking a time. */
export const takeFailure = (error: Error): string =>
  error instanceof ApiError && error.code === 'slot_unavailable'
    ? 'This time is no longer possible. Take another one, or decline.'
    : error.message
