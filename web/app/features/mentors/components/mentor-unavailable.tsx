import { UserRoundX } from 'lucide-react'
import { Link } from 'react-router'
import { buttonStyle } from '../../../ui/button-style.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'

type MentorUnavailableProps = {
  browseHref: string
  /** The profile was open a moment ago. */
  wasHere: boolean
}

/**
 * Instead of the profile of someone who is not listed: an address that never was one, or a mentor who has left or is
 * suspended.
 */
export function MentorUnavailable({ browseHref, wasHere }: MentorUnavailableProps) {
  return (
    <EmptyState
      icon={UserRoundX}
      title={wasHere ? 'This mentor is no longer available' : 'Mentor not found'}
      action={
        <Link to={browseHref} className={buttonStyle()}>
          Browse mentors
        </Link>
      }
    >
      {wasHere
        ? 'Your subscriptions are listed under Subscribed mentors.'
        : 'There is no mentor at this address. The link may be wrong, or the mentor may have left.'}
    </EmptyState>
  )
}
