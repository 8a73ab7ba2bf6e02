import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import type { TicketStatus } from '@marga/contract/ticket-states'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'

export type TicketOwner = { role: MemberRole; userId: string }

export const ticketKeys = {
  own: sharedKeys.ownTickets,
  /** All that moderators see. */
  all: ['tickets', 'moderator'] as const,
  list: (status: TicketStatus | '') => ['tickets', 'moderator', 'list', status] as const,
  one: (ticketId: string) => ['tickets', 'moderator', 'one', ticketId] as const,
}

/** A person's own tickets, newest first. */
export const ownTicketsQuery = ({ role, userId }: TicketOwner) =>
  queryOptions({
    queryKey: ticketKeys.own(role),
    queryFn: async ({ signal }) => {
      const { listOfTickets } = await (role === 'mentee'
        ? sendRequest(api.tickets.ofMentee, { params: { menteeId: userId } }, { signal })
        : sendRequest(api.tickets.ofMentor, { params: { mentorId: userId } }, { signal }))
      return listOfTickets
    },
    throwOnError: false,
  })

export const ticketsQuery = (status: TicketStatus | '') =>
  infiniteQueryOptions({
    queryKey: ticketKeys.list(status),
    queryFn: ({ pageParam, signal }) =>
      sendRequest(
        api.tickets.list,
        { query: { status: status || undefined, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    throwOnError: false,
    refetchInterval: 60_000,
  })

export const ticketQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ticketKeys.one(ticketId),
    queryFn: ({ signal }) => sendRequest(api.tickets.get, { params: { ticketId } }, { signal }),
    throwOnError: false,
  })
