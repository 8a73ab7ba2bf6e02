import type { Page } from '@playwright/test'

/** What this browser keeps for reading offline: the address and the text of each entry, by cache. */
export const keptByCache = (page: Page): Promise<Record<string, { path: string; text: string }[]>> =>
  page.evaluate(async () => {
    const found: Record<string, { path: string; text: string }[]> = {}
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      const responses = await Promise.all(
        (await cache.keys()).map(async (request) => {
          const path = decodeURIComponent(new URL(request.url).pathname)
          // One that is deleted meanwhile holds nothing.
          const response = path.startsWith('/assets/') ? undefined : await cache.match(request)
          return { path, text: (await response?.text()) ?? '' }
        }),
      )
      found[name] = responses
    }
    return found
  })

/** Whether the pages at these paths and answers that hold these words are kept. */
export async function isKept(page: Page, { paths, words }: { paths: string[]; words: string[] }) {
  const entries = Object.values(await keptByCache(page)).flat()
  return (
    paths.every((path) => entries.some((entry) => entry.path === path)) &&
    words.every((word) =>
      entries.some(({ path, text }) => path.startsWith('/offline/') && text.includes(word)),
    )
  )
}
