const chains = new Map<string, Promise<unknown>>()

/**
 * Runs one `work` of a name at a time, across all tabs where the browser has locks (they exist on
 * https and localhost only), else within this tab.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (typeof navigator !== 'undefined' && navigator.locks) {
    return navigator.locks.request(name, work) as Promise<T>
  }
  const before = chains.get(name) ?? Promise.resolve()
  const own = before.then(work, work)
  chains.set(
    name,
    own.catch(() => undefined),
  )
  return own
}
