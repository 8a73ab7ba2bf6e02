import type { Enrollment } from '@marga/contract/enrollments'
import type { QueryClient } from '@tanstack/react-query'
import { sharedKeys } from '../../lib/query-keys.ts'
import { enrollmentKeys } from './queries.ts'

/** An enrollment as it is now, in the stead of what was known of it. */
export function applyEnrollment(client: QueryClient, incoming: Enrollment): void {
  client.setQueriesData<Enrollment[]>({ queryKey: [...enrollmentKeys.all, 'own'] }, (known) =>
    known?.map((each) => (each._id === incoming._id ? incoming : each)),
  )
}

/** All that hangs on them in the browser; a confirmation would ask the provider again. */
export const keysOfEnrollments = [
  [...enrollmentKeys.all, 'own'],
  [...enrollmentKeys.all, 'payments'],
  sharedKeys.sessionCredits,
]

/**
 * Payments, bookings and blocks announce themselves by a notice only: ask again. What may be written in a conversation
 * hangs on it, too.
 */
export function invalidateEnrollments(client: QueryClient): void {
  for (const queryKey of keysOfEnrollments) void client.invalidateQueries({ queryKey })
  void client.invalidateQueries({ queryKey: sharedKeys.chat('mentee') })
}
