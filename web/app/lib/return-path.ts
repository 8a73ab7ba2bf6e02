import type { Role } from '@marga/contract/roles'
import { tabStorage } from './browser-storage.ts'

const key = 'marga.returnTo'

/**
 * Where a guard turned somebody away, kept in this tab only. It is never part of an address, so
 * nobody can be sent elsewhere by a crafted link.
 */
export function storeReturnPath(role: Role, href: string): void {
  tabStorage.setItem(key, JSON.stringify({ role, href }))
}

/** The remembered address of that role, once. */
export function takeReturnPath(role: Role): string | null {
  const href = readReturnPath(role)
  tabStorage.removeItem(key)
  return href
}

/** The same, and it stays remembered. */
export function readReturnPath(role: Role): string | null {
  const text = tabStorage.getItem(key)
  if (text === null) return null
  try {
    const kept = JSON.parse(text) as { role: Role; href: string }
    return kept.role === role && /^\/(?!\/)/.test(kept.href) ? kept.href : null
  } catch {
    return null
  }
}
