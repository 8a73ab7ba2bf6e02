import { useEffect, useId, useState } from 'react'
import { type Location, useFetcher } from 'react-router'

/**
 * Further pages of a list whose first page came with a server-rendered page. They come from the same
 * loader with `cursor` in its query, which answers null in the browser where it fails (`nullIfLost`), and are
 * forgotten when the address (or the first page) changes. `more` is what an infinite query has of its next page.
 */
export function usePagedLoader<Page>(
  first: Page,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  cursorOf: (page: Page) => string | null,
) {
  const id = useId()
  const [kept, setKept] = useState<{ first: Page; number: number; more: Page[] }>({
    first,
    number: 0,
    more: [],
  })
  const list = kept.first === first ? kept : { first, number: kept.number + 1, more: [] }
  if (list !== kept) setKept(list)

  // One for each list: a fetcher keeps what it has through a navigation, and an answer under way still comes.
  const fetcher = useFetcher({ key: `${id}${list.number}` })
  const data = fetcher.data as Page | null | undefined
  useEffect(() => {
    if (!data) return
    setKept((before) => (before.more.includes(data) ? before : { ...before, more: [...before.more, data] }))
  }, [data])

  const pages = [first, ...list.more]
  const cursor = cursorOf(pages[pages.length - 1]!)
  const isFetchingNextPage = fetcher.state !== 'idle'
  const more = {
    hasNextPage: cursor !== null,
    isFetchingNextPage,
    isFetchNextPageError: data === null && !isFetchingNextPage,
    fetchNextPage() {
      if (!cursor || isFetchingNextPage) return
      const query = new URLSearchParams(search)
      query.set('cursor', cursor)
      void fetcher.load(`${pathname}?${query}`)
    },
  }
  return { pages, more }
}
