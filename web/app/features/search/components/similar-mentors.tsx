import type { MentorCard as MentorCardData } from '@marga/contract/mentor-card'
import { MentorCard } from '../../../components/mentor-card.tsx'

type SimilarMentorsProps = {
  mentors: readonly MentorCardData[]
  profileHref: (mentorId: string) => string
}

/** Others of the same skills, under a profile; nothing where there are none. */
export const SimilarMentors = ({ mentors, profileHref }: SimilarMentorsProps) =>
  mentors.length === 0 ? null : (
    <section aria-labelledby="similar" className="mt-12 overflow-x-clip border-t border-line pt-8">
      <h2 id="similar" className="text-2xl">
        Similar mentors
      </h2>
      <ul className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {mentors.map((mentor) => (
          <MentorCard key={mentor._id} mentor={mentor} profileHref={profileHref(mentor._id)} />
        ))}
      </ul>
    </section>
  )
