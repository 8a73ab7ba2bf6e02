import type { Role } from '@marga/contract/roles'
import { useQueryClient } from '@tanstack/react-query'
import { useCatchUpQueries } from '../../../lib/use-catch-up-queries.ts'
import { useServerEvent } from '../../../lib/use-connection.ts'
import { allKey } from '../all-notifications.ts'

/** Asks again when something new came in, or may have. */
export function useAllNotificationsLive(role: Role): void {
  const client = useQueryClient()
  const askAgain = () => void client.invalidateQueries({ queryKey: allKey(role) })
  useServerEvent(role, 'notification', askAgain)
  useServerEvent(role, 'scheduler', askAgain)
  useServerEvent(role, 'messageReveived', ({ notification }) => notification && askAgain())
  useCatchUpQueries(role, [allKey(role)])
}
