import { useEffect, useId, useState } from 'react'
import { type Location, useFetcher } from 'react-router'
import { type Failed, isFailed } from './fetcher-failure.ts'

type Kept<Page> = {
  /** What came with the page. */
  first: Page
  /** In its stead, where the list was begun anew. */
  anew: Page | null
  number: number
  more: Page[]
}

/**
 * Further pages of a list whose first page came with a server-rendered page. They come from the same
 * loader with `cursor` in its query, which says in the browser where it fails (`dataOrFailure`), and are
 * forgotten when the address (or the first page) changes. An empty `cursor` brings the first page: begun anew like
 * that, a list stays where it cannot be had. `more` is what an infinite query has of its next page.
 */
export function usePagedLoader<Page extends object>(
  first: Page,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  cursorOf: (page: Page) => string | null,
) {
  const id = useId()
  const [kept, setKept] = useState<Kept<Page>>({ first, anew: null, number: 0, more: [] })
  const list = kept.first === first ? kept : { first, anew: null, number: kept.number + 1, more: [] }
  if (list !== kept) setKept(list)

  // Two for each list: a fetcher keeps what it has through a navigation, and an answer under way still comes.
  const further = useFetcher({ key: `${id}${list.number}` })
  const beginning = useFetcher({ key: `${id}${list.number} anew` })
  const data = further.data as Page | Failed | undefined
  const begun = beginning.data as Page | Failed | undefined
  useEffect(() => {
    if (!data || isFailed(data)) return
    setKept((before) => (before.more.includes(data) ? before : { ...before, more: [...before.more, data] }))
  }, [data])
  useEffect(() => {
    if (!begun || isFailed(begun)) return
    setKept((before) => ({ ...before, anew: begun, number: before.number + 1, more: [] }))
  }, [begun])

  const pages: [Page, ...Page[]] = [list.anew ?? first, ...list.more]
  const cursor = cursorOf(pages[pages.length - 1]!)
  const isFetchingNextPage = further.state !== 'idle' || beginning.state !== 'idle'
  const load = (fetcher: typeof further, from: string) => {
    const query = new URLSearchParams(search)
    query.set('cursor', from)
    return fetcher.load(`${pathname}?${query}`)
  }
  const more = {
    hasNextPage: cursor !== null,
    isFetchingNextPage,
    isFetchNextPageError: (isFailed(data) || isFailed(begun)) && !isFetchingNextPage,
    // Of the further page: while the list could not be begun anew, that is still what is to be done.
    error: isFailed(data) ? data.failure : null,
    refetch: () => load(beginning, ''),
    fetchNextPage() {
      if (cursor && !isFetchingNextPage) void load(further, cursor)
    },
  }
  return { pages, more }
}
