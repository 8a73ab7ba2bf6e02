import { type Filters, filterQuery, noFilters, readFilters } from './rules.ts'

const name = 'marga.search'
const keptSeconds = 30 * 86_400

/** The search input as it is stored: in a cookie, so that the server can render the landing page by it. */
export function storedSearchCookie(filters: Filters): string {
  const given = Object.entries(filterQuery(filters)).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  )
  const text = encodeURIComponent(new URLSearchParams(given).toString())
  return `${name}=${text}; Path=/; Max-Age=${given.length > 0 ? keptSeconds : 0}; SameSite=Lax; HttpOnly`
}

/** What was searched for last; everybody where nothing is stored, or nothing that can be read. */
export function readStoredSearch(cookies: string | null): Filters {
  const stored = cookies?.split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`))
  if (!stored) return noFilters
  try {
    const text = decodeURIComponent(stored.slice(name.length + 1))
    // Refused as a search, and a page that everybody begins at must not fail for what is stored.
    if (/%00|\0/.test(text)) return noFilters
    return readFilters(new URLSearchParams(text))
  } catch {
    return noFilters
  }
}
