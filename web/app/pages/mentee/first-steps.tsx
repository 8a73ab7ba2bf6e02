import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Compass } from 'lucide-react'
import { Link } from 'react-router'
import { InterestsForm, interestsWanted } from '../../features/mentee-profile/components/interests-form.tsx'
import { menteeProfileQuery } from '../../features/mentee-profile/queries.ts'
import { MentorMatches } from '../../features/search/components/mentor-matches.tsx'
import { commonSkills } from '../../features/search/match-rules.ts'
import { mentorSearchQuery } from '../../features/search/queries.ts'
import { noFilters } from '../../features/search/rules.ts'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

const { browse, mentorProfile } = paths.mentees
const offeredMax = 12

/** The home of somebody who has no mentor yet: asked for three interests, shown three mentors. */
export function FirstSteps({ userId }: { userId: string }) {
  const { data: profile } = useQuery({ ...menteeProfileQuery(userId), throwOnError: false })
  const { data: mentors } = useInfiniteQuery({ ...mentorSearchQuery(noFilters), throwOnError: false })
  const interests = profile?.interests ?? []
  const offered = commonSkills(mentors?.pages.flatMap((page) => page.mentorsSearchResult) ?? [], offeredMax)
  return (
    <>
      {profile && interests.length < interestsWanted ? (
        <InterestsForm menteeId={userId} interests={interests} offered={offered} />
      ) : null}
      {interests.length > 0 ? (
        <MentorMatches
          interests={interests}
          profileHref={(mentorId) => mentorProfile.getHref({ mentorId })}
        />
      ) : null}
      <EmptyState
        icon={Compass}
        title="Find a mentor who has walked your path"
        action={
          <Link to={browse.getHref()} className={buttonStyle()}>
            Browse mentors
          </Link>
        }
      >
        Look through vetted mentors, read what others say, and subscribe to one. Chat and four calls a month
        start right away.
      </EmptyState>
    </>
  )
}
