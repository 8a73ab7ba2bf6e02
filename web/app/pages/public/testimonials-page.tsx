import { api } from '@marga/contract/api'
import { texts } from '@marga/contract/texts'
import { MessageSquareQuote } from 'lucide-react'
import { Link, useLoaderData } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { ProsePage } from '../../components/prose-page.tsx'
import { ReviewItem } from '../../features/reviews/components/review-item.tsx'
import { anyMentor } from '../../features/search/rules.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { asResponse, hostContext } from '../../lib/server-context.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/testimonials-page'

const mentorCount = 6

/** The newest reviews of the highest rated mentors: real ones, newest first. */
export async function loader({ context }: Route.LoaderArgs) {
  const { call: sendRequest } = context.get(hostContext)
  try {
    const { mentorsSearchResult: mentors } = await sendRequest(api.search.mentors, {
      query: { ...anyMentor, sort: 'rating', limit: mentorCount },
    })
    const found = await Promise.all(
      mentors.map(async (mentor) => {
        const answer = await sendRequest(api.reviews.list, {
          params: { mentorId: mentor._id },
          query: { limit: 2 },
        })
        return answer.reviews.map((review) => ({
          review,
          mentor: {
            id: mentor._id,
            firstName: mentor.firstName,
            name: `${mentor.firstName} ${mentor.lastName}`,
            title: texts.titleAtFirm(mentor.jobTitle, mentor.firmName),
            profileImageUrl: mentor.profileImageUrl,
          },
        }))
      }),
    )
    return { entries: found.flat().sort((a, b) => b.review.createdAt.localeCompare(a.review.createdAt)) }
  } catch (error) {
    throw asResponse(error)
  }
}

export default function TestimonialsPage() {
  const { entries } = useLoaderData<typeof loader>()
  const { productName } = useInstallation().config
  return (
    <ProsePage
      title="Testimonials"
      isWide
      lead="Written by mentees who have paid or met the mentor. We do not edit them."
    >
      <PageMeta
        title="Testimonials"
        description={`What mentees say about their mentors on ${productName}.`}
      />
      {entries.length === 0 ? (
        <EmptyState icon={MessageSquareQuote} title="No reviews yet">
          They appear here once mentees have written some.
        </EmptyState>
      ) : (
        <ul className="gap-5 space-y-5 md:columns-2 lg:columns-3">
          {entries.map(({ review, mentor }) => (
            <ReviewItem
              key={review._id}
              review={review}
              mentorFirstName={mentor.firstName}
              isCard
              about={
                <Link
                  to={paths.browse.profile.getHref({ mentorId: mentor.id })}
                  className="flex items-center gap-3 border-line border-t pt-4 text-sm"
                >
                  <Avatar src={mentor.profileImageUrl} size="sm" />
                  <span className="min-w-0 wrap-anywhere">
                    <span className="text-ink-soft">About </span>
                    <span className="link">{mentor.name}</span>
                    <span className="block text-ink-soft">{mentor.title}</span>
                  </span>
                </Link>
              }
            />
          ))}
        </ul>
      )}
    </ProsePage>
  )
}
