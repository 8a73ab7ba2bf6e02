import type { LoginChange } from './auth-storage.ts'
import { tabStorage } from './browser-storage.ts'

const key = 'marga.signedOut'

/** Kept for the sign-in page, to which the guard leads. */
export const storeSignedOut = (cause: LoginChange['cause']): void => tabStorage.setItem(key, cause)

/** Why this tab was signed out a moment ago, told once. */
export function takeSignedOut(): string | null {
  const cause = tabStorage.getItem(key)
  tabStorage.removeItem(key)
  return cause
}
