import type { Role } from '@marga/contract/roles'
import { currentRole, onLoginChange, readLogin, type StoredLogin } from './auth-storage.ts'
import { browserStorage } from './browser-storage.ts'
import { setOwnTimeZone } from './dates.ts'

type StoredTimeZone = { userId: string; timeZone: string | null }

const keyOf = (role: Role) => `marga.zone.${role}`

/** What was last known of an account's zone: null when it names none, undefined when nobody has asked yet. */
function storedTimeZone({ role, userId }: StoredLogin): string | null | undefined {
  const text = browserStorage.getItem(keyOf(role))
  if (text === null) return undefined
  try {
    const stored = JSON.parse(text) as Partial<StoredTimeZone>
    return stored.userId === userId ? stored.timeZone : undefined
  } catch {
    return undefined
  }
}

/** From now on all times of this account's pages are in that zone; null: in the browser's. */
export function storeAccountTimeZone(
  { role, userId }: Pick<StoredLogin, 'role' | 'userId'>,
  timeZone: string | null,
) {
  const stored: StoredTimeZone = { userId, timeZone }
  browserStorage.setItem(keyOf(role), JSON.stringify(stored))
  applyAccountTimeZone()
}

/** Whose pages this tab shows; another role may be signed in, in a tab of its own. */
let area: Role | undefined

/** Shows times in the zone of whoever uses this tab, as far as it is known. */
export function applyAccountTimeZone(): void {
  const role = currentRole(area)
  const login = role && readLogin(role)
  setOwnTimeZone((login && storedTimeZone(login)) ?? null)
}

/** @returns ends it */
export function followSignIns(): () => void {
  applyAccountTimeZone()
  return onLoginChange(({ role }) => {
    if (!readLogin(role)) browserStorage.removeItem(keyOf(role))
    applyAccountTimeZone()
  })
}

const requested = new Set<string>()
/** A slow server must not keep the page away: the times are put right when it answers. */
const timeoutMs = 2_000

/**
 * Before the first page of an area: which zone the account names, so that no page shows another first. It may have
 * been changed on another device, so it is asked once a page load; only who is new to this browser waits for it.
 */
export async function loadAccountTimeZone(login: StoredLogin): Promise<void> {
  area = login.role
  applyAccountTimeZone()
  if (requested.has(login.userId)) return
  requested.add(login.userId)
  const response = requestTimeZone(login)
  if (storedTimeZone(login) === undefined)
    await Promise.race([response, new Promise((resolve) => setTimeout(resolve, timeoutMs))])
}

/** Asks the server. Without an answer the zone stays what it was, and the next page asks again. */
export async function requestTimeZone(login: StoredLogin): Promise<void> {
  try {
    const { fetchTimeZone: fetchZone } = await import('./fetch-time-zone.ts')
    storeAccountTimeZone(login, await fetchZone(login))
  } catch {
    requested.delete(login.userId)
  }
}
