import type { QueryClient } from '@tanstack/react-query'
import { schedulerKeys } from './queries.ts'

/** A slot changed, here or in another browser: what is shown is asked for again. */
export function applySlotChange(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: schedulerKeys.all })
}
