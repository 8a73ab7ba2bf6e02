import type { MemberRole } from '@marga/contract/roles'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { sharedKeys } from './query-keys.ts'
import { useCatchUpQueries } from './use-catch-up-queries.ts'
import { useServerEvent } from './use-connection.ts'

/** What changes by another's hand and comes as a notice only; slots and enrollments see to theirs. */
const keysOf: Record<MemberRole, readonly QueryKey[]> = {
  mentee: [sharedKeys.ownTickets('mentee'), sharedKeys.allReviews, sharedKeys.mentorProfiles],
  mentor: [
    sharedKeys.ownTickets('mentor'),
    sharedKeys.allReviews,
    sharedKeys.subscribedMentees,
    sharedKeys.mentorEnrollments,
  ],
}

/** Keeps the pages that a notice may lead to current while the area is open. */
export function useNoticedQueries(role: MemberRole): void {
  const client = useQueryClient()
  useServerEvent(role, 'notification', ({ type }) => {
    if (type === 'alert') for (const queryKey of keysOf[role]) void client.invalidateQueries({ queryKey })
  })
  useCatchUpQueries(role, keysOf[role])
}
