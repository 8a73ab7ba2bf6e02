import { texts } from '@marga/contract/texts'
import { Badge } from '../ui/badge.tsx'
import { Stars } from './stars.tsx'

type RatingLineProps = {
  rating: number | null
  reviewCount: number
  /** One star instead of five: for cards. */
  isCompact?: boolean
}

/** Real stars and their number; "New" where nobody has reviewed yet. */
export function RatingLine({ rating, reviewCount, isCompact }: RatingLineProps) {
  if (rating === null) return <Badge tone="positive">{texts.card.unrated}</Badge>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 text-sm">
      {isCompact ? (
        <Stars rating={1} outOf={1} label={`${rating} out of 5 stars`} />
      ) : (
        <Stars rating={rating} />
      )}
      <span className="font-semibold">{rating.toFixed(1)}</span>
      <span className="whitespace-nowrap text-ink-faint">
        ({reviewCount} {reviewCount === 1 ? 'review' : 'reviews'})
      </span>
    </span>
  )
}
