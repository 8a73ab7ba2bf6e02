import type { Role } from '@marga/contract/roles'
import { setOwnTimeZone } from './dates.ts'
import { currentRole, onLoginChange, readLogin, type StoredLogin } from './stored-logins.ts'

type Kept = { userId: string; timeZone: string | null }

const keyOf = (role: Role) => `marga.zone.${role}`

/** What was last known of an account's zone: null when it names none, undefined when nobody has asked yet. */
function keptZone({ role, userId }: StoredLogin): string | null | undefined {
  const text = localStorage.getItem(keyOf(role))
  if (text === null) return undefined
  try {
    const kept = JSON.parse(text) as Partial<Kept>
    return kept.userId === userId ? kept.timeZone : undefined
  } catch {
    return undefined
  }
}

/** From now on all times of this account's pages are in that zone; null: in the browser's. */
export function keepZone({ role, userId }: Pick<StoredLogin, 'role' | 'userId'>, timeZone: string | null) {
  const kept: Kept = { userId, timeZone }
  localStorage.setItem(keyOf(role), JSON.stringify(kept))
  applyKeptZone()
}

/** Shows times in the zone of whoever uses this browser, as far as it is known. */
export function applyKeptZone(): void {
  const role = currentRole()
  const login = role && readLogin(role)
  setOwnTimeZone((login && keptZone(login)) ?? null)
}

export function followLogins(): void {
  applyKeptZone()
  onLoginChange(({ role }) => {
    if (!readLogin(role)) localStorage.removeItem(keyOf(role))
    applyKeptZone()
  })
}

const asked = new Set<string>()
/** A slow server must not keep the page away: the times are put right when it answers. */
const waitsMs = 2_000

/**
 * Before the first page of an area: which zone the account names, so that no page shows another first. It may have
 * been changed on another device, so it is asked once a page load; only who is new to this browser waits for it.
 */
export async function enterWithZone(login: StoredLogin): Promise<void> {
  applyKeptZone()
  if (asked.has(login.userId)) return
  asked.add(login.userId)
  const answer = ask(login)
  if (keptZone(login) === undefined)
    await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, waitsMs))])
}

/** Without an answer the browser's zone stands, and the next page asks again. */
async function ask(login: StoredLogin): Promise<void> {
  try {
    const { fetchZone } = await import('./fetch-zone.ts')
    keepZone(login, await fetchZone(login))
  } catch {
    asked.delete(login.userId)
  }
}
