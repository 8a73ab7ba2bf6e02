import type { Role } from '@marga/contract/roles'
import { storeAccountDeleted } from '../../lib/account-deleted-notice.ts'
import { removeLogin } from '../../lib/auth-storage.ts'
import { closeNotices, endPush, isLastLogin, waitAtMost } from '../../lib/end-push.ts'
import { paths } from '../../lib/paths.ts'
import { takeTabOwner } from '../../lib/tab-owner.ts'
import { stopAsking } from '../../lib/unsaved.ts'

/** Nothing of the account is left in this browser, its notices neither, and the public site begins anew. */
export async function signOutAfterDeletion(role: Role): Promise<void> {
  // Nothing can be saved any more, and "Stay" would leave a page of an account that is gone.
  stopAsking()
  storeAccountDeleted()
  const ended = isLastLogin(role) ? endPush() : closeNotices()
  await removeLogin(role, 'signed-out')
  takeTabOwner(role)
  await Promise.race([ended, waitAtMost()])
  window.location.assign(paths.home.getHref())
}
