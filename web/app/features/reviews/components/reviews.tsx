import type { Review, ReviewSummary } from '@marga/contract/reviews'
import { MessageSquareQuote } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadMore, type MorePages } from '../../../ui/load-more.tsx'
import { RatingHistogram } from './rating-histogram.tsx'
import { ReviewItem } from './review-item.tsx'

type ReviewsProps = {
  mentorFirstName: string
  summary: ReviewSummary
  reviews: readonly Review[]
  more: MorePages
  /** What the reader may do with a review. */
  actionOf?: (review: Review) => ReactNode
}

/** What mentees wrote, with the spread of their stars. */
export function Reviews({ mentorFirstName, summary, reviews, more, actionOf }: ReviewsProps) {
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews" className="mb-5 text-2xl">
        Reviews
      </h2>
      {summary.rating === null ? (
        <EmptyState icon={MessageSquareQuote} title="No reviews yet">
          Only mentees who met or paid this mentor can write one.
        </EmptyState>
      ) : (
        <>
          <RatingHistogram rating={summary.rating} count={summary.count} byStars={summary.byStars} />
          <ul className="mt-6 grid divide-y divide-line">
            {reviews.map((review) => (
              <ReviewItem
                key={review._id}
                review={review}
                mentorFirstName={mentorFirstName}
                action={actionOf?.(review)}
              />
            ))}
          </ul>
          <LoadMore list={more} label="Show more reviews" />
        </>
      )}
    </section>
  )
}
