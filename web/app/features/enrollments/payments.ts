import { api } from '@marga/contract/api'
import type { Payment } from '@marga/contract/payments'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { enrollmentKeys } from './queries.ts'

export const paymentsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: enrollmentKeys.payments(userId),
    queryFn: ({ pageParam, signal }) =>
      sendRequest(
        api.enrollments.payments,
        { params: { menteeId: userId }, query: { limit: 10, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    throwOnError: false,
  })

const paymentVariants = {
  paid: { label: 'Paid', tone: 'positive' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'danger' },
} as const satisfies Record<Payment['status'], { label: string; tone: string }>

const disputedVariant = { label: 'Disputed at the bank', tone: 'neutral' } as const

/** What a payment is called: one that the bank has taken back, or may, is not paid. */
export const paymentVariantOf = ({ status, isDisputed }: Pick<Payment, 'status' | 'isDisputed'>) =>
  status === 'paid' && isDisputed ? disputedVariant : paymentVariants[status]
