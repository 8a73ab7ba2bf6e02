import { useQueries } from '@tanstack/react-query'
import { MentorCard } from '../../../components/mentor-card.tsx'
import { MentorCardSkeleton } from '../../../components/mentor-card-skeleton.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { pickMatches } from '../match-rules.ts'
import { matchQuery } from '../queries.ts'

type MentorMatchesProps = { interests: readonly string[]; profileHref: (mentorId: string) => string }

const placeholders = ['first', 'second', 'third'] as const
const shownMax = placeholders.length
/** More would ask for more than is shown. */
const interestsAsked = 3

/** Three mentors for what somebody wants to learn, one for each interest in turn. */
export function MentorMatches({ interests, profileHref }: MentorMatchesProps) {
  const found = useQueries({
    queries: interests.slice(0, interestsAsked).map((search) => matchQuery(search)),
  })
  const matches = pickMatches(
    found.flatMap(({ data }) => (data ? [data] : [])),
    shownMax,
  )
  const isLoading = found.some(({ isPending }) => isPending)
  const failed = found.filter(({ isError }) => isError)
  if (!isLoading && matches.length === 0 && failed.length === 0) return null
  return (
    <section aria-labelledby="matches" className="mb-10">
      <h2 id="matches" className="mb-4 text-2xl">
        Mentors for you
      </h2>
      {matches.length === 0 && failed.length > 0 ? (
        <ErrorState
          message="We could not look for mentors just now."
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
          isRetrying={found.some(({ isFetching }) => isFetching)}
        />
      ) : (
        <ul className="grid grid-cols-1 gap-5 md:grid-cols-2 lg:grid-cols-3">
          {isLoading
            ? placeholders.map((key) => <MentorCardSkeleton key={key} />)
            : matches.map((mentor) => (
                <MentorCard
                  key={mentor._id}
                  mentor={mentor}
                  profileHref={profileHref(mentor._id)}
                  matched={mentor.matched}
                />
              ))}
        </ul>
      )}
    </section>
  )
}
