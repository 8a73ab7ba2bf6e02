import type { InfiniteData } from '@tanstack/react-query'

/** How an answer that is too long to be kept for reading offline is shortened, so that the most useful of it is kept. */
export type Shortening<Data = unknown> = {
  /** How many entries it has. */
  sizeOf(data: Data): number
  /** The most useful so many of them. What is returned says by itself that there is more. */
  cut(data: Data, size: number): Data
  /** More are never kept, however short they are. */
  sizeMax?: number
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { shortening?: Shortening }
  }
}

/** For the `meta` of a query whose answers are such data. */
export const shortened = <Data>(shortening: Shortening<Data>) => ({ shortening: shortening as Shortening })

/** The server refuses it, upon which a list begins anew (`ui/load-more.tsx`). */
const cutCursor = 'shortened'

type Page<Name extends string> = Record<Name, readonly unknown[]> & { nextCursor: string | null }

/** Of a list with pages, which bring their entries by this name: the first ones, as if the others were still to be loaded. */
export const shortenedPages = <Name extends string>(name: Name) =>
  shortened<InfiniteData<Page<Name>>>({
    sizeOf: ({ pages }) => pages.reduce((size, page) => size + page[name].length, 0),
    cut({ pages, pageParams }, size) {
      const kept: Page<Name>[] = []
      let room = size
      for (const page of pages) {
        if (room <= 0) break
        const isWhole = page[name].length <= room
        kept.push(isWhole ? page : { ...page, [name]: page[name].slice(0, room), nextCursor: cutCursor })
        room -= page[name].length
      }
      return { pages: kept, pageParams: pageParams.slice(0, kept.length) }
    },
  })
