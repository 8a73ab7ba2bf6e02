import { useQueryClient } from '@tanstack/react-query'
import { useServerEvent } from '../../../lib/use-connection.ts'
import { applySlotChange } from '../realtime.ts'

/** Keeps the mentor's calendar current: bookings appear without a reload. */
export function useSchedulerLive(): void {
  const client = useQueryClient()
  useServerEvent('mentor', 'slots', () => applySlotChange(client))
}
