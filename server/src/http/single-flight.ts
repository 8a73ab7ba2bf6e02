type Options = { ttlMs: number; entriesMax: number; nowMs?: () => number }

/**
 * Documents that cost something to build and are the same for everybody: whoever asks while one is being built waits
 * for that one. The ones built first are forgotten first; one that failed is built again for whoever asks next.
 */
export function createSingleFlight<T>({ ttlMs, entriesMax, nowMs = () => performance.now() }: Options) {
  const built = new Map<string, { document: Promise<T>; untilMs: number }>()
  return (key: string, build: () => Promise<T>): Promise<T> => {
    const known = built.get(key)
    if (known && known.untilMs > nowMs()) return known.document
    built.delete(key)
    const document = build()
    built.set(key, { document, untilMs: nowMs() + ttlMs })
    document.catch(() => {
      if (built.get(key)?.document === document) built.delete(key)
    })
    if (built.size > entriesMax) built.delete(built.keys().next().value!)
    return document
  }
}
