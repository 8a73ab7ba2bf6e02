import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { slotKeys } from '../../lib/slots/slot-keys.ts'

/** What was proposed for a booked session, newest first. */
export const proposalsQuery = (role: MemberRole, slotId: string) =>
  queryOptions({
    queryKey: slotKeys.proposalsOf(role, slotId),
    queryFn: async ({ signal }) => {
      const input = { query: { slotId } }
      const { proposals } = await (role === 'mentee'
        ? sendRequest(api.moves.ofMentee.list, input, { signal })
        : sendRequest(api.moves.ofMentor.list, input, { signal }))
      return proposals
    },
    throwOnError: false,
  })
