const chains = new Map<string, Promise<unknown>>()

/**
 * Runs one `work` of a name at a time, across all tabs where the browser has locks (they exist on
 * https and localhost only, and not where site data is blocked), else within this tab.
 */
export async function withLock<T>(
  name: string,
  work: () => Promise<T>,
  locks = globalThis.navigator?.locks as LockManager | undefined,
): Promise<T> {
  if (!locks) return withOwnLock(name, work)
  let isBegun = false
  try {
    return (await locks.request(name, () => {
      isBegun = true
      return work()
    })) as T
  } catch (error) {
    if (isBegun) throw error
    return withOwnLock(name, work)
  }
}

function withOwnLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = chains.get(name) ?? Promise.resolve()
  const own = before.then(work, work)
  chains.set(
    name,
    own.catch(() => undefined),
  )
  return own
}
