import { useQuery } from '@tanstack/react-query'
import { CountBadge } from '../../../ui/count-badge.tsx'
import { caseCountsQuery } from '../queries.ts'

/** On the link to the queue: how many wait; red once one of them is overdue, and said. */
export function CasesBadge() {
  const { data } = useQuery(caseCountsQuery())
  if (!data) return null
  const overdue = data.overdue > 0 ? `, ${data.overdue} overdue` : ''
  return (
    <CountBadge
      count={data.open}
      noun="open case"
      more={overdue}
      max={99}
      tone={data.overdue > 0 ? 'danger' : 'neutral'}
    />
  )
}
