import type { Person } from '@marga/contract/common'
import type { MemberRole } from '@marga/contract/roles'
import { Avatar } from '../../../ui/avatar.tsx'
import { usePresence } from '../hooks/use-presence.ts'

/** A face with a green point while its person is online. */
export function PresenceAvatar({ person, role }: { person: Person; role: MemberRole }) {
  const isOnline = usePresence(role, person._id)?.isOnline === true
  return (
    <span className="relative inline-flex shrink-0">
      <Avatar src={person.profileImageUrl} size="sm" />
      {isOnline ? (
        <span className="absolute -right-0.5 -bottom-0.5 size-3.5 rounded-full border-2 border-surface bg-positive">
          <span className="sr-only">online</span>
        </span>
      ) : null}
    </span>
  )
}
