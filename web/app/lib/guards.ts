import { loginMarkers, type Role, roleHome, roles } from '@marga/contract/roles'
import { redirect, redirectDocument } from 'react-router'
import { loadAccountTimeZone } from './account-time-zone.ts'
import {
  currentRole,
  lastKnownLogin,
  readLogin,
  rememberRole,
  type StoredLogin,
  useStoredLogin,
} from './auth-storage.ts'
import { offlineShellAttribute } from './offline/offline-shell.ts'
import { paths } from './paths.ts'
import { readReturnPath, storeReturnPath } from './return-path.ts'
import { storeTabOwner, takeTabOwner } from './tab-owner.ts'
import { useHydrated } from './use-hydrated.ts'

type GuardArguments = { request: Request }

/**
 * Middleware of a role's area: no page and no loader behind it runs without that role's login. A login that turns out
 * to have ended while the page's data is fetched leads to the sign-in as well, and from there back here.
 */
export function requireRole(role: Role) {
  /** Whose pages this document has shown: its caches hold what that person has read. */
  let shownTo: string | undefined
  return async (
    { request }: GuardArguments,
    next: () => Promise<unknown> = async () => {},
  ): Promise<void> => {
    const { pathname, search } = new URL(request.url)
    const turnAway = () => {
      // Registering leads to the home, to be asked to sign in: that is no place that somebody wanted instead.
      if (pathname !== roleHome[role] || !readReturnPath(role))
        storeReturnPath(role, pathname + search, takeTabOwner(role))
      return redirect(paths.auth.login.getHref(loginMarkers[role]))
    }
    const login = readLogin(role)
    if (!login) throw turnAway()
    shownTo ??= login.userId
    // Another tab has signed in another account while this one was outside of the area.
    if (shownTo !== login.userId) throw redirectDocument(pathname + search)
    rememberRole(role)
    storeTabOwner(role, login.userId)
    // A page that came from the worker shows what was read last.
    if (role !== 'moderator' && document.documentElement.hasAttribute(offlineShellAttribute)) {
      await (await import('./offline/restore-offline.ts')).restoreOffline({ role, userId: login.userId })
    }
    await loadAccountTimeZone(login)
    await next()
    // Refused by the server, and dropped by the api client.
    if (!readLogin(role)) throw turnAway()
  }
}

/** Middleware of the landing page: whoever is logged in goes to the home of the role used last. */
export function redirectSignedIn(): void {
  const role = currentRole()
  if (role) throw redirect(roleHome[role])
}

/** Middleware of the sign-in page: whoever is logged in as the asked role needs no form. */
export function redirectSignedInRole({ request }: GuardArguments): void {
  const role = roleOfMarker(new URL(request.url).searchParams) ?? currentRole()
  if (role && readLogin(role)) throw redirect(roleHome[role])
}

/** The role whose marker stands in the address of the sign-in page. */
export function roleOfMarker(query: URLSearchParams): Role | undefined {
  return roles.find((role) => query.has(loginMarkers[role]))
}

/** The login of an area's loader; behind the guard there always is one. */
export function requireLogin(role: Role): StoredLogin {
  const login = readLogin(role)
  if (!login) throw redirect(paths.auth.login.getHref(loginMarkers[role]))
  return login
}

/**
 * The login that an area's shell is drawn for: none on the server, in the first drawing of the browser, which must
 * be the same, and while the guard sends somebody on.
 */
export function useAreaLogin(role: Role): StoredLogin | null {
  const stored = useStoredLogin(role)
  const isHydrated = useHydrated()
  return isHydrated ? (stored ?? lastKnownLogin(role)) : null
}

/**
 * The login of an area's page. When it is dropped under the page, the last one known stands in for
 * the moment until the guard has sent the person on.
 */
export function useLogin(role: Role): StoredLogin {
  const login = useStoredLogin(role) ?? lastKnownLogin(role)
  if (!login) throw new Error(`No ${role} is logged in: is the guard missing on this route?`)
  return login
}
