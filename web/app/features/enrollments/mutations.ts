import { api } from '@marga/contract/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { call } from '../../lib/api-client.ts'
import { applyEnrollment, applyEnrollmentNews } from './realtime.ts'
import { subscribeFailure } from './rules.ts'

type CheckoutOf = { mentorPriceId: string; mentorId: string; menteeId: string }

/** Leads to the payment page; the button stays busy until the browser has left. */
export function useSubscribe() {
  return useMutation({
    mutationFn: async (of: CheckoutOf) => {
      const { url } = await call(api.enrollments.createCheckout, { body: of })
      window.location.assign(url)
    },
    onError: (error) => {
      const { title, description } = subscribeFailure(error)
      toast.error(title, { description })
    },
  })
}

export function useCancelEnrollment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (enrollmentId: string) => call(api.enrollments.cancel, { params: { enrollmentId } }),
    onSuccess: ({ enrollment }) => {
      applyEnrollment(client, enrollment)
      toast.success('It will not renew. You keep your access until the end of the period.')
    },
    onError: (error) => toast.error('The subscription was not changed', { description: error.message }),
    onSettled: () => applyEnrollmentNews(client),
  })
}

export function useResumeEnrollment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (enrollmentId: string) => call(api.enrollments.resume, { params: { enrollmentId } }),
    onSuccess: ({ enrollment }) => {
      applyEnrollment(client, enrollment)
      toast.success('Your subscription renews again.')
    },
    onError: (error) => toast.error('The subscription was not changed', { description: error.message }),
    onSettled: () => applyEnrollmentNews(client),
  })
}
