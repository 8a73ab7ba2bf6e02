import type { Page } from '@playwright/test'

/** All files of a role are fetched before; only what hangs takes longer. */
export const keptInMs = 180_000

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

/**
 * Whether the pages at these paths are kept, and of what was fetched an answer that each pattern fits. An answer is
 * written as its query's key and then its data, so a pattern can say of which query some words are to be.
 */
export async function isKept(page: Page, { paths, answers }: { paths: string[]; answers: RegExp[] }) {
  const entries = Object.values(await keptByCache(page)).flat()
  return (
    paths.every((path) => entries.some((entry) => entry.path === path)) &&
    answers.every((pattern) =>
      entries.some(({ path, text }) => path.startsWith('/offline/') && pattern.test(text)),
    )
  )
}
