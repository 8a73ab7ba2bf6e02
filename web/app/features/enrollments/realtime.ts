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

/**
 * Payments, bookings and blocks announce themselves by a notice only: ask again. What may be written in a conversation
 * hangs on it, too.
 */
export function invalidateEnrollments(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [...enrollmentKeys.all, 'own'] })
  void client.invalidateQueries({ queryKey: sharedKeys.sessionCredits })
  void client.invalidateQueries({ queryKey: sharedKeys.chat('mentee') })
}
