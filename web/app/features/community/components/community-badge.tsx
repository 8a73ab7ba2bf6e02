import type { MemberRole } from '@marga/contract/roles'
import { useLogin } from '../../../lib/guards.ts'
import { CountBadge } from '../../../ui/count-badge.tsx'
import { useCommunityUnread } from '../unread-queries.ts'
import { unreadIn, unreadInAll } from '../unread-rules.ts'

type CommunityBadgeProps = {
  of: MemberRole
  /** Of one room; without it of all. */
  mentorId?: string
}

/** How much of the Community is unread: nothing when all is read. */
export function CommunityBadge({ of: role, mentorId }: CommunityBadgeProps) {
  const { userId } = useLogin(role)
  const rooms = useCommunityUnread({ role, userId })
  const unread = mentorId === undefined ? unreadInAll(rooms) : unreadIn(rooms, mentorId)
  return <CountBadge {...unread} noun="unread Community message" />
}
