import { useQueryClient } from '@tanstack/react-query'
import { useCatchUpQueries } from '../../../lib/use-catch-up-queries.ts'
import { useServerEvent } from '../../../lib/use-connection.ts'
import { invalidateEnrollments, keysOfEnrollments } from '../realtime.ts'

/** Keeps a mentee's subscriptions and calls left current while the area is open. */
export function useEnrollmentsLive(): void {
  const client = useQueryClient()
  useServerEvent('mentee', 'notification', ({ type }) => {
    if (type === 'alert') invalidateEnrollments(client)
  })
  // A session that was cancelled gives its call back.
  useServerEvent('mentee', 'scheduler', () => invalidateEnrollments(client))
  useCatchUpQueries('mentee', keysOfEnrollments)
}
