import { loginMarkers, type Role, roleHome, roles } from '@marga/contract/roles'
import { redirect } from 'react-router'
import { paths } from './paths.ts'
import { rememberReturn } from './return-address.ts'
import {
  currentRole,
  lastKnownLogin,
  readLogin,
  rememberRole,
  type StoredLogin,
  useStoredLogin,
} from './stored-logins.ts'

type GuardArguments = { request: Request }

/** Middleware of a role's area: no page and no loader behind it runs without that role's login. */
export function onlyFor(role: Role) {
  return ({ request }: GuardArguments): void => {
    if (readLogin(role)) {
      rememberRole(role)
      return
    }
    const { pathname, search } = new URL(request.url)
    rememberReturn(role, pathname + search)
    throw redirect(paths.auth.login.getHref(loginMarkers[role]))
  }
}

/** Middleware of the landing page: whoever is logged in goes to the home of the role used last. */
export function homeIfLoggedIn(): void {
  const role = currentRole()
  if (role) throw redirect(roleHome[role])
}

/** Middleware of the sign-in page: whoever is logged in as the asked role needs no form. */
export function homeIfLoggedInAsAsked({ request }: GuardArguments): void {
  const role = markedRole(new URL(request.url).searchParams) ?? currentRole()
  if (role && readLogin(role)) throw redirect(roleHome[role])
}

/** The role whose marker stands in the address of the sign-in page. */
export function markedRole(query: URLSearchParams): Role | undefined {
  return roles.find((role) => query.has(loginMarkers[role]))
}

/** The login of an area's loader; behind the guard there always is one. */
export function requireLogin(role: Role): StoredLogin {
  const login = readLogin(role)
  if (!login) throw redirect(paths.auth.login.getHref(loginMarkers[role]))
  return login
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
