import { api } from '@marga/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { confirmTriesMax, isStillPending } from './rules.ts'

export const enrollmentKeys = {
  all: ['enrollments'] as const,
  payments: (userId: string) => ['enrollments', 'payments', userId] as const,
  own: (userId: string) => ['enrollments', 'own', userId] as const,
  confirmation: (paymentId: string) => ['enrollments', 'confirmation', paymentId] as const,
}

export const subscribedMentorsQuery = (userId: string) =>
  queryOptions({
    queryKey: enrollmentKeys.own(userId),
    queryFn: async ({ signal }) => {
      const input = { params: { menteeId: userId } }
      return (await sendRequest(api.enrollments.subscribedMentors, input, { signal })).allMentorsSubscribed
    },
  })

/** Asks the provider, through the server, again and again while it has not decided. */
export const confirmationQuery = (userId: string, paymentId: string) =>
  queryOptions({
    queryKey: enrollmentKeys.confirmation(paymentId),
    queryFn: async ({ client }) => {
      const { enrollment } = await sendRequest(api.enrollments.confirm, {
        body: { menteeId: userId, paymentId },
      })
      // What was read before it was paid knows nothing of it, and loaders take what is there.
      await client.invalidateQueries({ queryKey: enrollmentKeys.own(userId), refetchType: 'all' })
      return enrollment
    },
    retry: (failures, error) =>
      error instanceof ApiError && isStillPending(error) && failures < confirmTriesMax,
    retryDelay: 2000,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })
