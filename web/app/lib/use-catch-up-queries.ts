import type { Role } from '@marga/contract/roles'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useCatchUp } from './use-connection.ts'

/** Within this time a page that has just loaded its data usually connects. */
const usualConnectMs = 5000

/**
 * Asks again for what lies under these keys when events may have been missed. At the first connect that leaves out
 * what was fetched a moment ago, or every page would load its data twice: what failed and what was kept from an
 * earlier visit is asked for. After a gap it is all of it, as an event may have been lost right after a fetch.
 */
export function useCatchUpQueries(role: Role, keys: readonly QueryKey[]): void {
  const client = useQueryClient()
  const isFirst = useRef(true)
  useCatchUp(role, () => {
    const mayBeCurrent = isFirst.current
    isFirst.current = false
    for (const queryKey of keys)
      void client.invalidateQueries({
        queryKey,
        predicate: (query) =>
          !mayBeCurrent || query.state.status === 'error' || query.isStaleByTime(usualConnectMs),
      })
  })
}
