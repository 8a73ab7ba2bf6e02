import { api } from '@marga/contract/api'
import { texts } from '@marga/contract/texts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'
import { useAbandonableMutation } from '../../lib/use-abandonable-mutation.ts'
import { useStillHere } from '../../lib/use-still-here.ts'
import { applyEnrollment, invalidateEnrollments } from './realtime.ts'
import { cancelResult, checkoutPage, isNotSold, subscribeFailure } from './rules.ts'

type CheckoutOf = { mentorPriceId: string; mentorId: string; menteeId: string }

/** Leads to the payment page; the button stays busy until the browser has left, which it is about to where this is true. */
export function useSubscribe() {
  const client = useQueryClient()
  const isStillHere = useStillHere()
  return useMutation({
    mutationFn: async (of: CheckoutOf) => {
      const { url } = await sendRequest(api.enrollments.createCheckout, { body: of })
      const page = checkoutPage(url)
      if (!isStillHere()) return false
      window.location.assign(page)
      return true
    },
    onError: (error) => {
      // Why nothing was sold stays beside the button.
      if (!isNotSold(error)) {
        const { title, description } = subscribeFailure(error)
        toast.error(title, { description })
      }
      // What was offered is not so any more: the mentor has gone, or asks for another fee.
      if (error instanceof ApiError && error.status > 0) {
        void client.invalidateQueries({ queryKey: sharedKeys.mentorProfiles })
        void client.invalidateQueries({ queryKey: sharedKeys.waitlist })
      }
    },
  })
}

/**
 * The Home button of a payment that is not confirmed: asks once more, so that home shows what was paid,
 * and goes there whatever came of it, unless the person has gone elsewhere meanwhile.
 */
export function useGoHome(userId: string, goHome: () => void) {
  const client = useQueryClient()
  const isStillHere = useStillHere()
  return useMutation({
    mutationFn: (paymentId: string) =>
      sendRequest(api.enrollments.confirm, { body: { menteeId: userId, paymentId } }),
    onError: (error) => toast.error(texts.home.failed, { description: error.message }),
    onSettled: () => {
      invalidateEnrollments(client)
      if (isStillHere()) goHome()
    },
  })
}

export function useCancelEnrollment() {
  const client = useQueryClient()
  return useAbandonableMutation({
    mutationFn: (enrollmentId: string, signal) =>
      sendRequest(api.enrollments.cancel, { params: { enrollmentId } }, { signal }),
    onSuccess: ({ enrollment }) => {
      applyEnrollment(client, enrollment)
      toast.success(cancelResult(enrollment))
    },
    onError: (error) => toast.error('The subscription was not changed', { description: error.message }),
    onSettled: () => invalidateEnrollments(client),
  })
}

export function useResumeEnrollment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (enrollmentId: string) => sendRequest(api.enrollments.resume, { params: { enrollmentId } }),
    onSuccess: ({ enrollment }) => {
      applyEnrollment(client, enrollment)
      toast.success('Your subscription renews again.')
    },
    onError: (error) => toast.error('The subscription was not changed', { description: error.message }),
    onSettled: () => invalidateEnrollments(client),
  })
}
