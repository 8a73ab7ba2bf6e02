import { useSearchParams } from 'react-router'
import { type PeopleFilter, readFilter, writeFilter } from '../rules.ts'

/** The filter of a list; it stands in the address, so that Back and a link bring it again. */
export function usePeopleFilter(): [PeopleFilter, (filter: PeopleFilter) => void] {
  const [query, setQuery] = useSearchParams()
  const set = (filter: PeopleFilter) =>
    setQuery(writeFilter(filter), { replace: true, preventScrollReset: true })
  return [readFilter(query), set]
}
