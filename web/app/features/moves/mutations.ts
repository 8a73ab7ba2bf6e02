import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../lib/api-client.ts'
import { formatShortMoment } from '../../lib/dates.ts'
import { slotKeys } from '../../lib/slots/slot-keys.ts'
import { useAbandonableMutation } from '../../lib/use-abandonable-mutation.ts'

type Proposal = { slotId: string; starts: string[]; text?: string | undefined }

/** Asks the other side for another time. What is wrong with the times the form shows. */
export function useProposeTimes(role: MemberRole) {
  const client = useQueryClient()
  return useAbandonableMutation({
    mutationFn: (body: Proposal, signal) =>
      role === 'mentee'
        ? sendRequest(api.moves.ofMentee.propose, { body }, { signal })
        : sendRequest(api.moves.ofMentor.propose, { body }, { signal }),
    onSuccess: () =>
      toast.success('Proposal sent', { description: 'The session stays as it is booked until it is taken.' }),
    onSettled: () => void client.invalidateQueries({ queryKey: slotKeys[role] }),
  })
}

/** `accept`: the start that is taken, or null to keep the booked time. Failures show where it is asked. */
export function useAnswerProposal(role: MemberRole) {
  const client = useQueryClient()
  return useAbandonableMutation({
    mutationFn: ({ id, accept }: { id: string; accept: string | null }, signal) => {
      const input = { params: { id }, body: { accept } }
      return role === 'mentee'
        ? sendRequest(api.moves.ofMentee.answer, input, { signal })
        : sendRequest(api.moves.ofMentor.answer, input, { signal })
    },
    onSuccess: ({ data }, { accept }) =>
      accept === null
        ? toast.success('The booked time stays')
        : toast.success('Session moved', { description: `It is on ${formatShortMoment(data.start)} now.` }),
    onSettled: () => void client.invalidateQueries({ queryKey: slotKeys[role] }),
  })
}
