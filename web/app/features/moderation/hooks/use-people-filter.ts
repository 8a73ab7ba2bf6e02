import { useSearchParams } from 'react-router'
import { type PeopleFilter, readFilter, writeFilter } from '../rules.ts'

/** The filter of a list; it stands in the address, so that a link brings it again and a step back undoes a choice. */
export function usePeopleFilter(): [PeopleFilter, (filter: PeopleFilter) => void] {
  const [query, setQuery] = useSearchParams()
  const present = readFilter(query)
  // Letters that are typed make one place.
  const set = (filter: PeopleFilter) =>
    setQuery(writeFilter(filter), { replace: filter.status === present.status, preventScrollReset: true })
  return [present, set]
}
