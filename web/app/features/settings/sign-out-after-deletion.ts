import type { Role } from '@marga/contract/roles'
import { storeAccountDeleted } from '../../lib/account-deleted-notice.ts'
import { removeLogin } from '../../lib/auth-storage.ts'
import { paths } from '../../lib/paths.ts'
import { takeTabOwner } from '../../lib/tab-owner.ts'
import { stopAsking } from '../../lib/unsaved.ts'

/** Nothing of the account is left in this browser, and the public site begins anew. */
export async function signOutAfterDeletion(role: Role): Promise<void> {
  // Nothing can be saved any more, and "Stay" would leave a page of an account that is gone.
  stopAsking()
  storeAccountDeleted()
  await removeLogin(role, 'signed-out')
  takeTabOwner(role)
  window.location.assign(paths.home.getHref())
}
