import { useSearchParams } from 'react-router'
import { type LogFilter, readLogFilter, writeLogFilter } from '../log-rules.ts'

/** The filter of the log; it stands in the address, so that a link brings it again and a step back undoes a choice. */
export function useLogFilter(): [LogFilter, (filter: LogFilter) => void] {
  const [query, setQuery] = useSearchParams()
  const present = readLogFilter(query)
  // Letters that are typed make one place.
  const set = (filter: LogFilter) =>
    setQuery(writeLogFilter(filter), { replace: filter.search !== present.search, preventScrollReset: true })
  return [present, set]
}
