import { texts } from '@marga/contract/texts'
import { Badge } from '../ui/badge.tsx'
import { Stars } from './stars.tsx'

type RatingLineProps = { rating: number | null; reviewCount: number; size?: 'sm' | 'md' }

/** Real stars and their number; "New" where nobody has reviewed yet. */
export function RatingLine({ rating, reviewCount, size }: RatingLineProps) {
  if (rating === null) return <Badge tone="positive">{texts.card.unrated}</Badge>
  return (
    <span className="inline-flex items-center gap-2 text-sm">
      <Stars rating={rating} size={size} />
      <span className="font-semibold">{rating.toFixed(1)}</span>
      <span className="text-ink-faint">
        {reviewCount} {reviewCount === 1 ? 'review' : 'reviews'}
      </span>
    </span>
  )
}
