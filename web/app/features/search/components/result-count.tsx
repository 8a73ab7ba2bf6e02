import type { Facets } from '@marga/contract/search'
import { mentorCount } from '../rules.ts'

type ResultCountProps = {
  /** Undefined until it is known. */
  facets: Pick<Facets, 'total' | 'isEstimate'> | undefined
}

/** How many mentors fit, said again when that changes. Where none does, the list says so itself. */
export const ResultCount = ({ facets }: ResultCountProps) => (
  <p role="status" className="mb-4 min-h-6 text-sm text-ink-soft tabular-nums">
    {facets?.total ? mentorCount(facets) : null}
  </p>
)
