import { useQueryClient } from '@tanstack/react-query'
import { useServerEvent } from '../../../lib/use-connection.ts'
import { applySlotNews } from '../realtime.ts'

/** Keeps the mentor's figures and upcoming sessions current while the area is open. */
export function useDashboardLive(): void {
  const client = useQueryClient()
  useServerEvent('mentor', 'slots', () => applySlotNews(client))
}
