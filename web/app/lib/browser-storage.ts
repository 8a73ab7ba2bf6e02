/** What the product asks of the browser's storage. */
export type SafeStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

/**
 * A storage that never throws. Where site data is blocked the getter itself does, where the storage is full writing
 * does: then the entry is held for as long as the page is shown. On the server nothing is held, as it would be there
 * for every visitor.
 */
export function createSafeStorage(open: () => Storage): SafeStorage {
  const held = new Map<string, string>()
  const tried = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      return use(open())
    } catch {
      return otherwise
    }
  }
  const keys = () => [...new Set([...tried(Object.keys, []), ...held.keys()])]
  return {
    get length() {
      return keys().length
    },
    key: (index) => keys()[index] ?? null,
    getItem: (key) => held.get(key) ?? tried((storage) => storage.getItem(key), null),
    setItem(key, value) {
      held.delete(key)
      // Undefined from the storage itself: it has taken the entry.
      const refused = tried<unknown>((storage) => storage.setItem(key, value), held)
      if (refused && typeof window !== 'undefined') held.set(key, value)
    },
    removeItem(key) {
      held.delete(key)
      tried((storage) => storage.removeItem(key), undefined)
    },
  }
}

/** For `useSyncExternalStore`: hears of `changed`, an event of this page, and of what other tabs store. */
export const storageSubscription = (changed: string) => (listener: () => void) => {
  window.addEventListener(changed, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(changed, listener)
    window.removeEventListener('storage', listener)
  }
}

/** Shared by the tabs of this browser, and kept. */
export const browserStorage = createSafeStorage(() => window.localStorage)
/** Of this tab alone. */
export const tabStorage = createSafeStorage(() => window.sessionStorage)
