import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { casesQuery } from '../queries.ts'
import { allOpen } from '../rules.ts'
import { CaseList } from './case-list.tsx'

const shownMax = 3
const hrefOf = (id: string) => paths.moderator.case.getHref({ id })

/** What a moderator does next: the first that are due. */
export function DueFirst() {
  const { data, error } = useInfiniteQuery(casesQuery(allOpen))
  const now = useNow(30_000)
  const cases = data?.pages[0]?.cases.slice(0, shownMax)
  if (error && !cases) return null
  return (
    <Card className="mb-6 grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <CardTitle>Due first</CardTitle>
        <Link to={paths.moderator.cases.getHref()} className="link text-sm">
          All cases
        </Link>
      </div>
      {cases === undefined ? (
        <Skeleton className="h-24" />
      ) : cases.length === 0 ? (
        <p className="text-ink-soft">Nothing waits. Well done.</p>
      ) : (
        <CaseList cases={cases} hrefOf={hrefOf} now={now} isInside />
      )}
    </Card>
  )
}
