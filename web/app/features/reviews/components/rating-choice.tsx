import { Star } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'

type RatingChoiceProps = {
  /** 0: none chosen yet. */
  rating: number
  error: string | undefined
  onChange: (rating: number) => void
}

const meanings = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent']

/** One to five stars; native radios underneath, so the arrow keys choose. */
export function RatingChoice({ rating, error, onChange }: RatingChoiceProps) {
  return (
    <fieldset aria-describedby={error ? 'rating-error' : undefined}>
      <legend className="mb-1 text-sm font-semibold">Rating</legend>
      <div className="-ml-2 flex items-center">
        {meanings.map((meaning, index) => {
          const stars = index + 1
          return (
            <label
              key={meaning}
              className="grid size-11 place-items-center rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="rating"
                value={stars}
                checked={rating === stars}
                onChange={() => onChange(stars)}
                aria-label={`${stars} ${stars === 1 ? 'star' : 'stars'}, ${meaning}`}
                className="sr-only"
              />
              <Star
                className={cn('size-7', stars <= rating ? 'fill-star text-star' : 'text-line-strong')}
                aria-hidden="true"
              />
            </label>
          )
        })}
        <span className="ml-2 text-sm text-ink-soft" aria-hidden="true">
          {meanings[rating - 1]}
        </span>
      </div>
      {error ? (
        <p id="rating-error" className="text-sm text-danger-ink">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
