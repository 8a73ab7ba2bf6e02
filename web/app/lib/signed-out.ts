import type { LoginChange } from './auth-storage.ts'
import { tabStorage } from './browser-storage.ts'

const key = 'marga.signedOut'

/** Kept for the sign-in page, to which the guard leads, or the page of a forgotten password. */
export const storeSignedOut = (cause: LoginChange['cause'] | 'reset'): void => tabStorage.setItem(key, cause)

/** Why somebody is to sign in who did so before, told once. */
export function takeSignedOut(): string | null {
  const cause = tabStorage.getItem(key)
  tabStorage.removeItem(key)
  return cause
}
