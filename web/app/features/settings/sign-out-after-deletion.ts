import type { Role } from '@marga/contract/roles'
import { storeAccountDeleted } from '../../lib/account-deleted-notice.ts'
import { removeLogin } from '../../lib/auth-storage.ts'
import { paths } from '../../lib/paths.ts'

/** Nothing of the account is left in this browser, and the public site begins anew. */
export async function signOutAfterDeletion(role: Role): Promise<void> {
  storeAccountDeleted()
  await removeLogin(role, 'signed-out')
  window.location.assign(paths.home.getHref())
}
