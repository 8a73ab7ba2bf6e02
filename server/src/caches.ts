import { type MentorChange, tagsChangedBy } from './features/search/mentor-changes.rules.ts'
import { type CachedPage, pageBytes } from './http/cached-pages.ts'
import { type CachedResponse, responseBytes } from './http/cached-responses.ts'
import { createResponseCache } from './platform/cache/response-cache.ts'
import type { Clock } from './platform/clock.ts'

const responseTtlMs = 30_000
const pageTtlMs = 10_000

type Options = {
  clock: Clock
  /** For all that is cached. */
  bytesMax: number
  /** Whether this process hears of changes that others make; nothing is cached while it does not. */
  isListening: () => boolean
}

/** Public responses and pages that are the same for everybody, until a mentor changes whom they are made of. */
export function createCaches({ clock, bytesMax, isListening }: Options) {
  const shared = { clock, isListening }
  const responses = createResponseCache<CachedResponse>({
    ...shared,
    bytesMax: bytesMax * (2 / 3),
    sizeOf: responseBytes,
    ttlMs: responseTtlMs,
  })
  const pages = createResponseCache<CachedPage>({
    ...shared,
    bytesMax: bytesMax / 3,
    sizeOf: pageBytes,
    ttlMs: pageTtlMs,
  })
  return {
    responses,
    pages,
    /** @param change undefined where any of it may be wrong */
    evict(change?: MentorChange) {
      for (const cache of [responses, pages])
        if (change) cache.drop(tagsChangedBy(change))
        else cache.clear()
    },
  }
}
export type Caches = ReturnType<typeof createCaches>
