import { Link } from 'react-router'
import { Stars } from '../../../components/stars.tsx'
import { paths } from '../../../lib/paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import type { LandingFacts } from '../facts.ts'

/** What mentees wrote, in their words and with their faces. */
export function ReviewsSection({ reviews }: Pick<LandingFacts, 'reviews'>) {
  if (reviews.length === 0) return null
  return (
    <section className="page pt-16" aria-labelledby="reviews">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="reviews" className="text-3xl">
          In their words
        </h2>
        <Link to={paths.testimonials.getHref()} className="link py-1">
          More reviews
        </Link>
      </div>
      <ul className="mt-8 grid grid-cols-1 gap-5 md:grid-cols-3">
        {reviews.map(({ review, mentor }) => (
          <li
            key={review._id}
            className="grid grid-cols-1 grid-rows-[1fr_auto] gap-5 rounded-lg border border-line bg-surface p-6 shadow-card"
          >
            <blockquote className="wrap-anywhere">
              <p className="line-clamp-6">“{review.text}”</p>
            </blockquote>
            <div className="flex items-center gap-3">
              <Avatar src={review.mentee.profileImageUrl} size="sm" />
              <div className="min-w-0 text-sm">
                <p className="flex flex-wrap items-center gap-x-2 font-semibold">
                  {review.mentee.firstName} <Stars rating={review.rating} />
                </p>
                <p className="text-ink-soft">
                  about{' '}
                  <Link to={paths.browse.profile.getHref({ mentorId: mentor.id })} className="link">
                    {mentor.name}
                  </Link>
                </p>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
