import type { Person } from '@marga/contract/common'
import type { MemberRole } from '@marga/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { buttonStyle } from '../../../ui/button-style.ts'
import { DropdownMenu, MenuItem, MenuLink, MenuSeparator } from '../../../ui/dropdown-menu.tsx'
import { useUnblockPerson } from '../mutations.ts'
import { blockedPeopleQuery } from '../queries.ts'
import { BlockPersonDialog } from './block-person-dialog.tsx'

type PersonMenuProps = {
  of: MemberRole
  person: Person
  /** Where else one may want to go about this person. */
  links: readonly { href: string; label: string }[]
}

/** What can be done about the other person of a conversation. */
export function PersonMenu({ of: role, person, links }: PersonMenuProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { data: blocked = [] } = useQuery(blockedPeopleQuery(role))
  const unblock = useUnblockPerson(role)
  const isBlocked = blocked.some(({ _id }) => _id === person._id)
  return (
    <>
      <DropdownMenu
        trigger={
          <button
            type="button"
            aria-label={`More about ${person.firstName}`}
            className={buttonStyle({ variant: 'quiet', size: 'icon' })}
          >
            <EllipsisVertical className="size-5" aria-hidden="true" />
          </button>
        }
      >
        {links.map(({ href, label }) => (
          <MenuLink key={href}>
            <Link to={href}>{label}</Link>
          </MenuLink>
        ))}
        <MenuSeparator />
        {isBlocked ? (
          <MenuItem onSelect={() => unblock.mutate(person)}>Unblock {person.firstName}</MenuItem>
        ) : (
          <MenuItem isDestructive onSelect={() => setIsAsking(true)}>
            Block {person.firstName}
          </MenuItem>
        )}
      </DropdownMenu>
      {isAsking ? <BlockPersonDialog of={role} person={person} onClose={() => setIsAsking(false)} /> : null}
    </>
  )
}
