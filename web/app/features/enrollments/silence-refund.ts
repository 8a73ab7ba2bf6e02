import { api } from '@marga/contract/api'
import { formatRupees } from '@marga/contract/prices'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../lib/api-client.ts'
import { slotKeys } from '../../lib/slots/slot-keys.ts'
import { useAbandonableMutation } from '../../lib/use-abandonable-mutation.ts'
import { applyEnrollment, invalidateEnrollments } from './realtime.ts'

/** With it go the sessions that were booked, and the conversation is closed. */
export function useSilenceRefund() {
  const client = useQueryClient()
  return useAbandonableMutation({
    mutationFn: (enrollmentId: string, signal) =>
      sendRequest(api.enrollments.silenceRefund, { params: { enrollmentId } }, { signal }),
    onSuccess: ({ enrollment, refund }) => {
      applyEnrollment(client, enrollment)
      toast.success(`${formatRupees(refund.amount)} goes back to you`, {
        description: 'The way you paid. Your subscription has ended.',
        // The notifications of it come at the same moment and cover this one for a while.
        duration: 12_000,
      })
    },
    onError: (error) => toast.error('The subscription was not changed', { description: error.message }),
    onSettled: () => {
      invalidateEnrollments(client)
      void client.invalidateQueries({ queryKey: slotKeys.mentee })
    },
  })
}
