import { queryOptions } from '@tanstack/react-query'
import { isSubscribed, pushHereKey } from '../../lib/push.ts'

/** Whether this browser is given notices; the preferences are those of the account, on all its devices. */
export const pushHereQuery = queryOptions({
  queryKey: pushHereKey,
  queryFn: () => isSubscribed().catch(() => false),
  // The browser's own settings change it at any time.
  staleTime: 0,
  throwOnError: false,
})
