import type { Person } from '@marga/contract/common'
import type { MemberRole } from '@marga/contract/roles'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatRelative } from '../../../lib/relative-dates.ts'
import { buttonStyle } from '../../../ui/button-style.ts'
import { fullName } from '../conversation-rules.ts'
import { usePresence } from '../hooks/use-presence.ts'
import { PresenceAvatar } from './presence-avatar.tsx'

type ThreadHeaderProps = {
  person: Person
  role: MemberRole
  backHref: string
  actions?: ReactNode
}

export function ThreadHeader({ person, role, backHref, actions }: ThreadHeaderProps) {
  const presence = usePresence(role, person._id)
  const line = presence?.isOnline
    ? 'online'
    : presence?.lastSeenAt
      ? `last seen ${formatRelative(presence.lastSeenAt)}`
      : null
  return (
    <header className="flex min-h-18 items-center gap-3 border-b border-line px-4 py-2 max-md:pl-1.5">
      <Link
        to={backHref}
        aria-label="Back to all conversations"
        className={buttonStyle({ variant: 'quiet', size: 'icon', className: 'md:hidden' })}
      >
        <ArrowLeft className="size-5" aria-hidden="true" />
      </Link>
      <PresenceAvatar person={person} role={role} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-sans text-base font-semibold tracking-normal">{fullName(person)}</h2>
        {line ? <p className="truncate text-sm text-ink-soft">{line}</p> : null}
      </div>
      {actions}
    </header>
  )
}
