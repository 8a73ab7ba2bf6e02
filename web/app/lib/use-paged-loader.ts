import { useEffect, useId, useState } from 'react'
import { type Location, useFetcher, useRevalidator } from 'react-router'
import { type Failed, isFailed } from './fetcher-failure.ts'

/**
 * Further pages of a list whose first page came with a server-rendered page. They come from the same
 * loader with `cursor` in its query, which says in the browser where it fails (`dataOrFailure`), and are
 * forgotten when the address (or the first page) changes. `more` is what an infinite query has of its next page.
 */
export function usePagedLoader<Page extends object>(
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
  const { revalidate } = useRevalidator()
  const data = fetcher.data as Page | Failed | undefined
  useEffect(() => {
    if (!data || isFailed(data)) return
    setKept((before) => (before.more.includes(data) ? before : { ...before, more: [...before.more, data] }))
  }, [data])

  const pages = [first, ...list.more]
  const cursor = cursorOf(pages[pages.length - 1]!)
  const isFetchingNextPage = fetcher.state !== 'idle'
  const more = {
    hasNextPage: cursor !== null,
    isFetchingNextPage,
    isFetchNextPageError: isFailed(data) && !isFetchingNextPage,
    error: isFailed(data) ? data.failure : null,
    refetch: revalidate,
    fetchNextPage() {
      if (!cursor || isFetchingNextPage) return
      const query = new URLSearchParams(search)
      query.set('cursor', cursor)
      void fetcher.load(`${pathname}?${query}`)
    },
  }
  return { pages, more }
}
