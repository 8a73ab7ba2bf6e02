import { useSearchParams } from 'react-router'
import { type CaseFilter, readFilter, writeFilter } from '../rules.ts'

/** The filter of the queue; it stands in the address, of a case too, which knows its queue by it. */
export function useCaseFilter(): [CaseFilter, (filter: CaseFilter) => void] {
  const [query, setQuery] = useSearchParams()
  const present = readFilter(query)
  const set = (filter: CaseFilter) => {
    const isTyping = filter.search !== present.search
    setQuery(writeFilter(filter), { replace: isTyping, preventScrollReset: true })
  }
  return [present, set]
}
