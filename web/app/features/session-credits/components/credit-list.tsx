import type { SessionCredit } from '@marga/contract/session-credits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDate } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { sessionCreditsQuery } from '../queries.ts'
import { creditFacts, creditVariants, sourceTexts } from '../rules.ts'

/** Every call of a subscription and what became of it. */
export function CreditList({ enrollmentId }: { enrollmentId: string }) {
  const query = useInfiniteQuery(sessionCreditsQuery(enrollmentId))
  const credits = query.data?.pages.flatMap((page) => page.calls)
  if (query.isError && !credits) {
    return (
      <ErrorState
        message={query.error.message}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  if (!credits) return <SkeletonText lines={5} />
  if (credits.length === 0) return <p className="text-ink-soft">There are no calls yet.</p>
  return (
    <>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {credits.map((credit) => (
          <li key={credit._id} className="py-4 first:pt-0 last:pb-0">
            <CreditItem credit={credit} />
          </li>
        ))}
      </ul>
      <LoadMore list={query} label="Show earlier calls" />
    </>
  )
}

function CreditItem({ credit }: { credit: SessionCredit }) {
  const { label, tone } = creditVariants[credit.status]
  return (
    <article className="grid grid-cols-1 gap-2">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="font-sans text-base font-semibold tracking-normal">{sourceTexts[credit.source]}</h3>
          <p className="text-sm text-ink-soft tabular-nums">{creditFacts(credit)}</p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <ol className="grid grid-cols-1 gap-1 border-l-2 border-line pl-3 text-sm">
        {credit.history.map(({ at, what, why }) => (
          <li key={`${at} ${what}`}>
            <time dateTime={at} className="text-ink-faint">
              {formatDate(at)}
            </time>{' '}
            <span className="block sm:inline">{why}</span>
          </li>
        ))}
      </ol>
    </article>
  )
}
