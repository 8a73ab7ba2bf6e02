import { useQueryClient } from '@tanstack/react-query'
import { useServerEvent } from '../../../lib/use-connection.ts'
import { invalidateEnrollments } from '../realtime.ts'

/** Keeps a mentee's subscriptions and calls left current while the area is open. */
export function useEnrollmentsLive(): void {
  const client = useQueryClient()
  useServerEvent('mentee', 'notification', ({ type }) => {
    if (type === 'alert') invalidateEnrollments(client)
  })
  // A session that was cancelled gives its call back.
  useServerEvent('mentee', 'scheduler', () => invalidateEnrollments(client))
}
