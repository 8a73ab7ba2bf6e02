import type { Role } from '@marga/contract/roles'
import { rememberParting } from '../../lib/parting-word.ts'
import { paths } from '../../lib/paths.ts'
import { removeLogin } from '../../lib/stored-logins.ts'

/** Nothing of the account is left in this browser, and the public site begins anew. */
export function leaveAfterDeletion(role: Role): void {
  removeLogin(role, 'signed-out')
  rememberParting()
  window.location.assign(paths.home.getHref())
}
