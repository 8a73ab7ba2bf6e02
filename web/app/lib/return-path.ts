import type { Role } from '@marga/contract/roles'

const key = 'marga.returnTo'

/**
 * Where a guard turned somebody away, kept in this tab only. It is never part of an address, so
 * nobody can be sent elsewhere by a crafted link.
 */
export function storeReturnPath(role: Role, href: string): void {
  sessionStorage.setItem(key, JSON.stringify({ role, href }))
}

/** The remembered address of that role, once. */
export function takeReturnPath(role: Role): string | null {
  const text = sessionStorage.getItem(key)
  if (text === null) return null
  sessionStorage.removeItem(key)
  try {
    const kept = JSON.parse(text) as { role: Role; href: string }
    return kept.role === role && /^\/(?!\/)/.test(kept.href) ? kept.href : null
  } catch {
    return null
  }
}
