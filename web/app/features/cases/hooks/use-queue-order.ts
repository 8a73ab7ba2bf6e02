import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { casesQuery } from '../queries.ts'
import { mergeOrder, neighbourOf } from '../queue-rules.ts'
import type { CaseFilter } from '../rules.ts'

/** What comes before and after a case in the queue it was opened from, though decided ones leave that queue. */
export function useQueueOrder(filter: CaseFilter, caseId: string) {
  const { data } = useInfiniteQuery(casesQuery(filter))
  const [order, setOrder] = useState<readonly string[]>([])
  const waiting = data?.pages.flatMap(({ cases }) => cases.map(({ _id }) => _id)) ?? []
  const merged = mergeOrder(order, waiting)
  // Kept while drawing, as React wants it: what is computed from data needs no effect.
  if (merged !== order) setOrder(merged)
  return {
    next: neighbourOf(merged, waiting, caseId, 1),
    previous: neighbourOf(merged, waiting, caseId, -1),
  }
}
