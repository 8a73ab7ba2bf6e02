import type { Person } from '@marga/contract/common'
import { Avatar } from '../../../ui/avatar.tsx'

/** With whom it is, and about what. */
export const DisputePerson = ({ person, about }: { person: Person; about: string }) => (
  <div className="flex items-center gap-3">
    <Avatar src={person.profileImageUrl} size="sm" />
    <div className="min-w-0">
      <p className="font-semibold wrap-anywhere">
        {person.firstName} {person.lastName}
      </p>
      <p className="text-sm text-ink-soft">{about}</p>
    </div>
  </div>
)
