import type { MentorCard as MentorCardData } from '@marga/contract/mentor-card'
import { Heart } from 'lucide-react'
import { Link } from 'react-router'
import { MentorCard, type RenderButton } from '../../../components/mentor-card.tsx'
import { MentorCardSkeleton } from '../../../components/mentor-card-skeleton.tsx'
import { buttonStyle } from '../../../ui/button-style.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'

type FavouriteListProps = {
  /** Undefined while they are on their way. */
  mentors: readonly MentorCardData[] | undefined
  browseHref: string
  profileHref: (mentorId: string) => string
  renderButton: RenderButton
}

const grid = 'grid gap-5 sm:grid-cols-2 xl:grid-cols-3'

export function FavouriteList({ mentors, browseHref, profileHref, renderButton }: FavouriteListProps) {
  if (!mentors)
    return (
      <ul className={grid} aria-busy="true" aria-label="Loading your favourites">
        <MentorCardSkeleton />
        <MentorCardSkeleton />
      </ul>
    )
  if (mentors.length === 0)
    return (
      <EmptyState
        icon={Heart}
        title="No favourites yet"
        action={
          <Link to={browseHref} className={buttonStyle()}>
            Browse mentors
          </Link>
        }
      >
        Press the heart on a mentor’s card, and you find them here again.
      </EmptyState>
    )
  return (
    <ul className={grid} aria-label="Favourites">
      {mentors.map((mentor) => (
        <MentorCard
          key={mentor._id}
          mentor={mentor}
          profileHref={profileHref(mentor._id)}
          renderButton={renderButton}
        />
      ))}
    </ul>
  )
}
