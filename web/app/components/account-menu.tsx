import { type Role, roleHome } from '@marga/contract/roles'
import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'
import type { StoredLogin } from '../lib/auth-storage.ts'
import { paths } from '../lib/paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Popover } from './popover.tsx'

const mainPage = {
  mentee: { href: paths.mentees.bookedSlots.getHref(), label: 'Booked slots' },
  mentor: { href: paths.mentors.scheduler.getHref(), label: 'Scheduler' },
  moderator: { href: paths.moderator.mentorApplicants.getHref(), label: 'Mentor Applicants' },
} as const satisfies Record<Role, { href: string; label: string }>

const settingsHref = {
  mentee: paths.mentees.settings.getHref(),
  mentor: paths.mentors.settings.getHref(),
  moderator: paths.moderator.settings.getHref(),
} as const satisfies Record<Role, string>

const item = 'flex min-h-11 w-full items-center rounded-sm px-3 text-sm font-semibold hover:bg-sunken'

/** The user dropdown of the public bar. */
export function AccountMenu({ login, onSignOut }: { login: StoredLogin; onSignOut: () => void }) {
  const { role, name, profileImageUrl } = login
  return (
    <Popover
      label={`Account of ${name}`}
      button={
        <>
          <Avatar src={profileImageUrl} size="xs" isEager />
          <ChevronDown className="size-4 text-ink-faint" aria-hidden="true" />
        </>
      }
      buttonClassName="inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 hover:bg-sunken"
      className="right-4 w-56 rounded-lg p-1.5 xl:right-[max(1rem,calc(50vw-35rem))]"
    >
      <p className="truncate px-3 py-2 text-xs text-ink-faint">
        {name} · {role}
      </p>
      <Link to={roleHome[role]} className={item}>
        Home
      </Link>
      <Link to={mainPage[role].href} className={item}>
        {mainPage[role].label}
      </Link>
      <Link to={settingsHref[role]} className={item}>
        Settings
      </Link>
      <button type="button" onClick={onSignOut} className={`${item} text-left`}>
        Logout
      </button>
    </Popover>
  )
}
