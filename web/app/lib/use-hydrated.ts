import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False on the server and until the page is hydrated. Submit buttons wait for it: a form sent before
 * that would leave the page and lose what was typed.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
