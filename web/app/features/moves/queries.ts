import { api } from '@marga/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { slotKeys } from '../../lib/slots/slot-keys.ts'

/** Whose session it is. */
export type MoveRole = 'mentee' | 'mentor'

/** What was proposed for a booked session, newest first. */
export const proposalsQuery = (role: MoveRole, slotId: string) =>
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
