import { api } from '@marga/contract/api'
import { texts } from '@marga/contract/texts'
import type { Ticket, TicketForm } from '@marga/contract/tickets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import type { DisputeAction } from './dispute-rules.ts'
import { type TicketOwner, ticketKeys } from './queries.ts'
import { ticketFailure } from './rules.ts'

async function raise({ role, userId }: TicketOwner, ticket: TicketForm): Promise<Ticket> {
  const { data } = await (role === 'mentee'
    ? sendRequest(api.tickets.raiseAsMentee, { params: { menteeId: userId }, body: ticket })
    : sendRequest(api.tickets.raiseAsMentor, {
        params: { mentorId: userId },
        body: { ticketObject: ticket },
      }))
  return data
}

export function useRaiseTicket(owner: TicketOwner) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ticket: TicketForm) => raise(owner, ticket),
    onSuccess: (ticket) => {
      // The list may have been asked for since, and hold it already.
      client.setQueryData<Ticket[]>(
        ticketKeys.own(owner.role),
        (known) => known && [ticket, ...known.filter(({ _id }) => _id !== ticket._id)],
      )
      toast.success('Your ticket is raised')
    },
    onError: (error) =>
      toast.error(texts.tickets.failed, {
        description: error instanceof ApiError ? error.message : undefined,
      }),
  })
}

export type TicketDecision = {
  ticketId: string
  action: 'block' | 'dismiss' | DisputeAction
  note: string
  /** Closed with it. */
  alsoTicketIds?: readonly string[] | undefined
}

const decisionToasts = {
  block: texts.tickets.userBlocked,
  dismiss: 'Ticket dismissed',
  return_call: 'The call is given back',
  refund: 'Refund granted',
  refuse: 'Refused',
} as const satisfies Record<TicketDecision['action'], string>

export function useDecideTicket() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ note, alsoTicketIds = [], ...decision }: TicketDecision) =>
      sendRequest(api.tickets.decide, {
        body: {
          ...decision,
          note: note.trim() || undefined,
          alsoTicketIds: alsoTicketIds.length > 0 ? [...alsoTicketIds] : undefined,
        },
      }),
    onSuccess: (_, { action }) => toast.success(decisionToasts[action]),
    onError: (error) => toast.error(ticketFailure(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ticketKeys.all }),
  })
}
