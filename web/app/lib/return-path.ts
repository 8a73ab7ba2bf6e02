import type { Role } from '@marga/contract/roles'
import { tabStorage } from './browser-storage.ts'

const key = 'marga.returnTo'

/**
 * Where a guard turned somebody away, kept in this tab only. It is never part of an address, so
 * nobody can be sent elsewhere by a crafted link.
 * @param userId whose page it was; null where nobody was signed in
 */
export function storeReturnPath(role: Role, href: string, userId: string | null = null): void {
  tabStorage.setItem(key, JSON.stringify({ role, href, userId }))
}

/** The remembered address of that role, once, and not where it was another's page. */
export function takeReturnPath(role: Role, userId: string | undefined): string | null {
  const kept = read(role)
  tabStorage.removeItem(key)
  return kept && (kept.userId ?? userId) === userId ? kept.href : null
}

/** The same for whoever it is for, and it stays remembered. */
export const readReturnPath = (role: Role): string | null => read(role)?.href ?? null

function read(role: Role) {
  const text = tabStorage.getItem(key)
  if (text === null) return null
  try {
    const kept = JSON.parse(text) as { role: Role; href: string; userId: string | null }
    return kept.role === role && /^\/(?!\/)/.test(kept.href) ? kept : null
  } catch {
    return null
  }
}
