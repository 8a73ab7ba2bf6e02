import type { Role } from '@marga/contract/roles'
import { tabStorage } from './browser-storage.ts'

const keyOf = (role: Role) => `marga.tabOf.${role}`

/** Whose pages this tab shows; it outlives a reload, after which a login that was ended elsewhere is known no more. */
export const storeTabOwner = (role: Role, userId: string): void => tabStorage.setItem(keyOf(role), userId)

/** Whose pages this tab has shown; what is asked for from then on is nobody's. */
export function takeTabOwner(role: Role): string | null {
  const userId = tabStorage.getItem(keyOf(role))
  tabStorage.removeItem(keyOf(role))
  return userId
}
