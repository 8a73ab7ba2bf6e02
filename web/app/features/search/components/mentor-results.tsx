import type { MentorCard as MentorCardData } from '@marga/contract/mentor-card'
import type { Facets } from '@marga/contract/search'
import { SearchX, Users } from 'lucide-react'
import { MentorCard, type RenderButton } from '../../../components/mentor-card.tsx'
import { MentorCardSkeleton } from '../../../components/mentor-card-skeleton.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadMore, type MorePages } from '../../../ui/load-more.tsx'
import { type Filters, relaxations } from '../rules.ts'

type MentorResultsProps = {
  mentors: readonly (MentorCardData & { matched?: readonly string[] })[]
  filters: Filters
  /** What to leave out where nobody fits; undefined until it is known. */
  relax?: Facets['relax'] | undefined
  profileHref: (mentorId: string) => string
  /** Other results are on their way: two cards hold their place. */
  isLoading: boolean
  more: MorePages
  onAsk: (filters: Filters) => void
  renderButton?: RenderButton
}

const grid = 'grid gap-5 sm:grid-cols-2 xl:grid-cols-3'

/** What a search found. */
export function MentorResults(props: MentorResultsProps) {
  return <div data-testid="results">{renderResults(props)}</div>
}

function renderResults(props: MentorResultsProps) {
  const { mentors, filters, profileHref, isLoading, more, onAsk } = props
  if (isLoading) {
    return (
      <ul className={grid} aria-busy="true" aria-label="Searching for mentors">
        <MentorCardSkeleton />
        <MentorCardSkeleton />
      </ul>
    )
  }
  if (mentors.length === 0) return <NoMatches filters={filters} relax={props.relax} onAsk={onAsk} />
  return (
    <>
      <ul className={`rising ${grid}`} aria-label="Mentors">
        {mentors.map((mentor, index) => (
          <MentorCard
            key={mentor._id}
            mentor={mentor}
            profileHref={profileHref(mentor._id)}
            isEager={index < 4}
            matched={mentor.matched}
            renderButton={props.renderButton}
          />
        ))}
      </ul>
      <LoadMore list={more} label="Show more mentors" />
    </>
  )
}

/** What to leave out of the search, one thing at a time. */
function NoMatches({ filters, relax, onAsk }: Pick<MentorResultsProps, 'filters' | 'relax' | 'onAsk'>) {
  const relaxed = relaxations(filters, relax)
  if (relaxed.length === 0) {
    return (
      <EmptyState icon={Users} title="No mentors right now">
        Mentors appear here once their applications are accepted. Please check back later.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={SearchX}
      title={relaxed.length === 1 ? 'No mentors match that' : 'No mentors match all of that'}
      action={relaxed.map(({ label, filters: next, total }) => (
        <Button key={label} variant="secondary" onClick={() => onAsk(next)}>
          {label}
          {total ? <span className="text-ink-faint">{`(${total})`}</span> : null}
        </Button>
      ))}
    >
      Try a broader word for the skill, or leave something out:
    </EmptyState>
  )
}
