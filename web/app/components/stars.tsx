import { useId } from 'react'
import { cn } from '../ui/cn.ts'

const star = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z'
const heights = { sm: 'h-4', md: 'h-5' }

type StarsProps = {
  /** A mean such as 4.3. */
  rating: number
  outOf?: number
  size?: keyof typeof heights
  label?: string
}

/** Stars filled to a mean. */
export function Stars({ rating, outOf = 5, size = 'sm', label = `${rating} out of 5 stars` }: StarsProps) {
  const id = useId()
  const places = Array.from({ length: outOf }, (_, place) => place)
  return (
    <svg
      viewBox={`0 0 ${outOf * 20} 20`}
      role="img"
      aria-label={label}
      className={cn('w-auto shrink-0', heights[size])}
    >
      <clipPath id={id}>
        <rect width={rating * 20} height="20" />
      </clipPath>
      {places.map((place) => (
        <path key={place} d={star} transform={`translate(${place * 20})`} className="fill-line" />
      ))}
      <g clipPath={`url(#${id})`}>
        {places.map((place) => (
          <path key={place} d={star} transform={`translate(${place * 20})`} className="fill-star" />
        ))}
      </g>
    </svg>
  )
}
