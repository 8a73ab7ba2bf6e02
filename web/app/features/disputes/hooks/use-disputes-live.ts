import { useQueryClient } from '@tanstack/react-query'
import { useServerEvent } from '../../../lib/use-connection.ts'
import { type DisputeRole, disputeKeys } from '../queries.ts'

/** Keeps contests and refund requests current while the area is open: they announce themselves by a notice. */
export function useDisputesLive(role: DisputeRole): void {
  const client = useQueryClient()
  useServerEvent(role, 'notification', ({ type }) => {
    if (type === 'alert') void client.invalidateQueries({ queryKey: disputeKeys.of(role) })
  })
}
