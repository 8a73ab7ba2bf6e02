import { useId } from 'react'
import { cn } from '../ui/cn.ts'

const star = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z'
const sizes = { sm: 'h-4 w-20', md: 'h-5 w-25' }

/** Five stars, filled to a mean such as 4.3. */
export function Stars({ rating, size = 'sm' }: { rating: number; size?: keyof typeof sizes }) {
  const id = useId()
  return (
    <svg
      viewBox="0 0 100 20"
      role="img"
      aria-label={`${rating} out of 5 stars`}
      className={cn('shrink-0', sizes[size])}
    >
      <clipPath id={id}>
        <rect width={rating * 20} height="20" />
      </clipPath>
      {[0, 1, 2, 3, 4].map((place) => (
        <path key={place} d={star} transform={`translate(${place * 20})`} className="fill-line" />
      ))}
      <g clipPath={`url(#${id})`}>
        {[0, 1, 2, 3, 4].map((place) => (
          <path key={place} d={star} transform={`translate(${place * 20})`} className="fill-star" />
        ))}
      </g>
    </svg>
  )
}
