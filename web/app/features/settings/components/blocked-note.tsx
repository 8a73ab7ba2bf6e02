import type { Person } from '@marga/contract/common'
import type { MemberRole } from '@marga/contract/roles'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useUnblockPerson } from '../mutations.ts'
import { blockedPeopleQuery } from '../queries.ts'

type BlockedNoteProps = {
  of: MemberRole
  person: Person
  /** Why else nothing can be written, when the person is not blocked. */
  children: ReactNode
}

/** In the place of the message field: that one has blocked the other, and the way back. */
export function BlockedNote({ of: role, person, children }: BlockedNoteProps) {
  const { data: blocked } = useQuery(blockedPeopleQuery(role))
  const unblock = useUnblockPerson(role)
  if (!blocked?.some(({ _id }) => _id === person._id)) return children
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>You have blocked {person.firstName}. Neither of you can write or book.</p>
      <Button
        variant="secondary"
        size="sm"
        isLoading={unblock.isPending}
        onClick={() => unblock.mutate(person)}
      >
        Unblock
      </Button>
    </div>
  )
}
