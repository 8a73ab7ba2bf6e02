import { useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { type Filters, readFilters } from '../rules.ts'

/**
 * The filters of a browse page, kept in its address. What was just chosen shows at once, while the
 * page is still on its way; a later choice cancels an earlier one.
 */
export function useFilters(hrefOf: (filters: Filters) => string, read = readFilters) {
  const location = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<{ at: string; filters: Filters } | null>(null)

  // What was chosen at a place holds until the next one: the way back leads to what stood there.
  const [place, setPlace] = useState(location.key)
  if (place !== location.key) {
    setPlace(location.key)
    setChosen(null)
  }
  const inAddress = read(new URLSearchParams(location.search))
  return {
    filters: chosen?.at === location.key ? chosen.filters : inAddress,
    isAsking: navigation.state === 'loading' && navigation.location.pathname === location.pathname,
    ask(filters: Filters) {
      setChosen({ at: location.key, filters })
      // A step back undoes a filter; letters that are typed make one place.
      const isTyping = hrefOf({ ...filters, search: '' }) === hrefOf({ ...inAddress, search: '' })
      void navigate(hrefOf(filters), { replace: isTyping, preventScrollReset: true })
    },
  }
}
