import type { MentorCard as MentorCardData } from '@marga/contract/mentor-card'
import { SearchX } from 'lucide-react'
import { MentorCard } from '../../../components/mentor-card.tsx'
import { MentorCardSkeleton } from '../../../components/mentor-card-skeleton.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'

type MentorResultsProps = {
  mentors: readonly MentorCardData[]
  profileHref: (mentorId: string) => string
  /** Other results are on their way: two cards hold their place. */
  isLoading: boolean
  hasMore: boolean
  isLoadingMore: boolean
  onLoadMore: () => void
  onReset: () => void
}

const grid = 'grid gap-5 sm:grid-cols-2 xl:grid-cols-3'

/** What a search found. */
export function MentorResults(props: MentorResultsProps) {
  const { mentors, profileHref, isLoading, hasMore, isLoadingMore, onLoadMore, onReset } = props
  if (isLoading) {
    return (
      <ul className={grid} aria-busy="true" aria-label="Mentors are being looked up">
        <MentorCardSkeleton />
        <MentorCardSkeleton />
      </ul>
    )
  }
  if (mentors.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="No mentor fits all of that"
        action={
          <Button variant="secondary" onClick={onReset}>
            Clear search and filters
          </Button>
        }
      >
        Try a broader word for the skill, or fewer filters.
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={`rising ${grid}`} aria-label="Mentors">
        {mentors.map((mentor, index) => (
          <MentorCard
            key={mentor._id}
            mentor={mentor}
            profileHref={profileHref(mentor._id)}
            isEager={index < 4}
          />
        ))}
      </ul>
      <LoadMore
        hasMore={hasMore}
        isLoading={isLoadingMore}
        onLoadMore={onLoadMore}
        label="Show more mentors"
      />
    </>
  )
}
