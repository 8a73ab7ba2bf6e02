import { api } from '@marga/contract/api'
import type { DisputeAnswer } from '@marga/contract/disputes'
import type { MemberRole } from '@marga/contract/roles'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../lib/api-client.ts'
import { slotKeys } from '../../lib/slots/slot-keys.ts'
import { useAbandonableMutation } from '../../lib/use-abandonable-mutation.ts'
import { disputeKeys } from './queries.ts'

/** Contests, sessions and what hangs on them are asked for again. */
function useRefresh(role: MemberRole) {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: disputeKeys.of(role) })
    void client.invalidateQueries({ queryKey: slotKeys[role] })
  }
}

export function useRaiseContest(role: MemberRole) {
  const refresh = useRefresh(role)
  return useAbandonableMutation({
    mutationFn: (body: { slotId: string; text: string }, signal) =>
      role === 'mentee'
        ? sendRequest(api.disputes.contestsOfMentee.raise, { body }, { signal })
        : sendRequest(api.disputes.contestsOfMentor.raise, { body }, { signal }),
    onSuccess: () =>
      toast.success('Session contested', {
        description: `The ${role === 'mentee' ? 'mentor' : 'mentee'} is asked now.`,
      }),
    onSettled: refresh,
  })
}

export type Answer = { id: string } & DisputeAnswer

export function useAnswerContest(role: MemberRole) {
  const refresh = useRefresh(role)
  return useAbandonableMutation({
    mutationFn: ({ id, ...body }: Answer, signal) => {
      const input = { params: { id }, body }
      return role === 'mentee'
        ? sendRequest(api.disputes.contestsOfMentee.answer, input, { signal })
        : sendRequest(api.disputes.contestsOfMentor.answer, input, { signal })
    },
    onSuccess: (_, { agree }) => toast.success(agree ? 'You agreed' : 'A moderator decides now'),
    onSettled: refresh,
  })
}

export function useAnswerRefundRequest() {
  const refresh = useRefresh('mentor')
  return useAbandonableMutation({
    mutationFn: ({ id, ...body }: Answer, signal) =>
      sendRequest(api.disputes.answerRefundRequest, { params: { id }, body }, { signal }),
    onSuccess: (_, { agree }) => toast.success(agree ? 'Refund granted' : 'A moderator decides now'),
    onSettled: refresh,
  })
}

export function useRequestRefund() {
  const refresh = useRefresh('mentee')
  return useAbandonableMutation({
    mutationFn: (body: { enrollmentId: string; reason: string }, signal) =>
      sendRequest(api.disputes.requestRefund, { body }, { signal }),
    onSuccess: ({ refundRequest: { status } }) =>
      toast.success(status === 'refunded' ? 'Refunded' : 'Refund requested', {
        description:
          status === 'refunded'
            ? 'The money goes back the way you paid.'
            : status === 'with_mentor'
              ? 'The mentor is asked now.'
              : 'A moderator decides now.',
      }),
    onSettled: refresh,
  })
}
