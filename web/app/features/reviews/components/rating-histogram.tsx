import { Stars } from '../../../components/stars.tsx'

type RatingHistogramProps = {
  rating: number
  count: number
  /** How many gave 1, 2, 3, 4, 5 stars. */
  byStars: readonly number[]
}

/** The mean beside the spread, best first. Widths are SVG attributes: the server may not write styles. */
export function RatingHistogram({ rating, count, byStars }: RatingHistogramProps) {
  const rows = byStars.map((given, index) => ({ stars: index + 1, given })).reverse()
  return (
    <div className="flex flex-wrap items-center gap-x-10 gap-y-5">
      <div>
        <p className="font-display text-5xl font-semibold tabular-nums">{rating.toFixed(1)}</p>
        <Stars rating={rating} size="md" />
        <p className="mt-1 text-sm text-ink-soft">
          {count} {count === 1 ? 'review' : 'reviews'}
        </p>
      </div>
      <table className="min-w-56 flex-1 text-sm">
        <caption className="sr-only">Reviews by number of stars</caption>
        <tbody>
          {rows.map(({ stars, given }) => (
            <tr key={stars}>
              <th scope="row" className="w-16 py-0.5 text-left font-normal whitespace-nowrap text-ink-soft">
                {stars} {stars === 1 ? 'star' : 'stars'}
              </th>
              <td className="px-3">
                <svg
                  className="block h-2.5 w-full"
                  preserveAspectRatio="none"
                  viewBox="0 0 100 10"
                  aria-hidden="true"
                >
                  <rect width="100" height="10" rx="2" className="fill-line" />
                  <rect
                    width={count > 0 ? (given / count) * 100 : 0}
                    height="10"
                    rx="2"
                    className="fill-star"
                  />
                </svg>
              </td>
              <td className="w-8 text-right text-ink-soft tabular-nums">{given}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
