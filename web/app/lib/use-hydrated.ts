import { useDeferredValue, useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** True on the server and where the browser takes over what the server drew: only there is the server's snapshot asked for. */
function useIsOfServer(): boolean {
  const [asked] = useState({ ofServer: false })
  useSyncExternalStore(
    never,
    () => asked,
    () => {
      asked.ofServer = true
      return asked
    },
  )
  return asked.ofServer
}

/**
 * What the server said for a value that only the browser knows; the browser's own once the page is hydrated. It
 * comes in a transition of its own: a store that differs would have everything below drawn anew in one piece, in the
 * very task that ends hydration.
 */
export function useOnceHydrated<T>(ofBrowser: T, ofServer: T): T {
  return useDeferredValue(ofBrowser, useIsOfServer() ? ofServer : ofBrowser)
}

/**
 * False on the server and until the page is hydrated. Submit buttons wait for it: a form sent before
 * that would leave the page and lose what was typed.
 */
export const useHydrated = (): boolean => useOnceHydrated(true, false)
