import type { QueryClient } from '@tanstack/react-query'
import { dashboardKeys } from './queries.ts'

/** A slot was published, booked, cancelled or deleted. */
export function invalidateSlots(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: dashboardKeys.upcoming })
  void client.invalidateQueries({ queryKey: dashboardKeys.comingSlots })
}
