import { UserRoundX } from 'lucide-react'
import { Link } from 'react-router'
import { buttonStyle } from '../../../ui/button-style.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'

/** Instead of the profile of somebody who has left, or was taken out. */
export function MentorGone({ browseHref }: { browseHref: string }) {
  return (
    <EmptyState
      icon={UserRoundX}
      title="This mentor is not available any more"
      action={
        <Link to={browseHref} className={buttonStyle()}>
          Browse mentors
        </Link>
      }
    >
      A subscription that was paid ends with it, and what is unused of the month goes back to you.
    </EmptyState>
  )
}
