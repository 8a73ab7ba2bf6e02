import { useQueryClient } from '@tanstack/react-query'
import { useServerEvent } from '../../../lib/use-connection.ts'
import { invalidateSlots } from '../realtime.ts'

/** Keeps the mentor's figures and upcoming sessions current while the area is open. */
export function useDashboardLive(): void {
  const client = useQueryClient()
  useServerEvent('mentor', 'slots', () => invalidateSlots(client))
}
