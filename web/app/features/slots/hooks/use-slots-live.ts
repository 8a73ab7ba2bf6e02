import { useQueryClient } from '@tanstack/react-query'
import { useServerEvent } from '../../../lib/use-connection.ts'
import { applyScheduleChange, applySlotChange } from '../realtime.ts'

/** Keeps the hours that a mentee sees current while the area is open. */
export function useSlotsLive(): void {
  const client = useQueryClient()
  useServerEvent('mentee', 'slots', (event) => applySlotChange(client, event))
  useServerEvent('mentee', 'scheduler', (event) => applyScheduleChange(client, event))
}
