import { useEffect, useState } from 'react'
import { type Location, useFetcher } from 'react-router'

/**
 * Further pages of a list whose first page came with a server-rendered page. They come from the same
 * loader with `cursor` in its query, and are forgotten when the address (or the first page) changes.
 */
export function usePagedLoader<Page>(
  first: Page,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
) {
  const fetcher = useFetcher()
  const [kept, setKept] = useState<{ first: Page; more: Page[] }>({ first, more: [] })
  const more = kept.first === first ? kept.more : []

  const data = fetcher.data as Page | undefined
  useEffect(() => {
    if (!data) return
    setKept((before) => {
      const soFar = before.first === first ? before.more : []
      return soFar.includes(data) ? before : { first, more: [...soFar, data] }
    })
  }, [data, first])

  const pages = [first, ...more]
  return {
    pages,
    last: pages[pages.length - 1]!,
    isLoading: fetcher.state !== 'idle',
    load(cursor: string | null) {
      if (!cursor || fetcher.state !== 'idle') return
      const query = new URLSearchParams(search)
      query.set('cursor', cursor)
      void fetcher.load(`${pathname}?${query}`)
    },
  }
}
