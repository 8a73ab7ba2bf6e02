import { useQueryClient } from '@tanstack/react-query'
import { sharedKeys } from '../../../lib/query-keys.ts'
import { useCatchUpQueries } from '../../../lib/use-catch-up-queries.ts'
import { useServerEvent } from '../../../lib/use-connection.ts'
import { enrollmentKeys } from '../queries.ts'
import { invalidateEnrollments } from '../realtime.ts'

/** The same as `invalidateEnrollments`. */
const keys = [[...enrollmentKeys.all, 'own'], sharedKeys.sessionCredits]

/** Keeps a mentee's subscriptions and calls left current while the area is open. */
export function useEnrollmentsLive(): void {
  const client = useQueryClient()
  useServerEvent('mentee', 'notification', ({ type }) => {
    if (type === 'alert') invalidateEnrollments(client)
  })
  // A session that was cancelled gives its call back.
  useServerEvent('mentee', 'scheduler', () => invalidateEnrollments(client))
  useCatchUpQueries('mentee', keys)
}
