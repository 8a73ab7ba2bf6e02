import { limits } from '@marga/contract/limits'
import type { Slot } from '@marga/contract/slots'
import { Video } from 'lucide-react'
import { Link } from 'react-router'
import { buttonStyle } from '../ui/button-style.ts'

const minuteMs = 60_000

type JoinSessionLinkProps = {
  slot: Pick<Slot, 'status' | 'start' | 'end'>
  now: Date
  href: string
  size?: 'sm' | 'md'
}

/** Leads into the room of a session while that is open; nothing before and after. */
export function JoinSessionLink({ slot, now, href, size = 'md' }: JoinSessionLinkProps) {
  const opensAt = Date.parse(slot.start) - limits.roomOpensBeforeMinutes * minuteMs
  const closesAt = Date.parse(slot.end) + limits.roomClosesAfterMinutes * minuteMs
  const isOpen = slot.status === 'booked' && now.getTime() >= opensAt && now.getTime() < closesAt
  return isOpen ? (
    <Link to={href} className={buttonStyle({ variant: 'positive', size })}>
      <Video className="size-5" aria-hidden="true" />
      Join session
    </Link>
  ) : null
}
