import { type Role, roleHome } from '@marga/contract/roles'
import { readLogin, rememberRole, type StoredLogin, storeLogin } from '../../lib/auth-storage.ts'
import { paths } from '../../lib/paths.ts'
import { takeReturnPath } from '../../lib/return-path.ts'
import { forgetWantedMentor } from '../../lib/sign-in-reason.ts'

/** Where the login that is stored now leads: to the page that a guard had refused, else to the role's home. */
export function addressAfterSignIn(role: Role): string {
  forgetWantedMentor()
  return takeReturnPath(role, readLogin(role)?.userId) ?? roleHome[role]
}

/** Stores the login and loads its area from the start, so that nothing of another login is left over. */
export function completeSignIn(login: StoredLogin): void {
  storeLogin(login)
  rememberRole(login.role)
  window.location.assign(addressAfterSignIn(login.role))
}

/** The popup of the identity provider is gone: on from the sign-in page as after any sign-in, elsewhere afresh. */
export function completeGoogleSignIn(): void {
  if (window.location.pathname === paths.auth.login.pattern)
    // Whoever has closed it without signing in is sent here again, and may still go where they wanted to.
    window.location.assign(readLogin('mentee') ? addressAfterSignIn('mentee') : roleHome.mentee)
  else window.location.reload()
}
