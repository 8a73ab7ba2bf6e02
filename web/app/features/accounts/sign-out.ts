import { api } from '@marga/contract/api'
import { type Role, roles } from '@marga/contract/roles'
import { sendRequest } from '../../lib/api-client.ts'
import { rawLogin, readLogin, removeLogin } from '../../lib/auth-storage.ts'
import { paths } from '../../lib/paths.ts'

const logoutCalls = {
  mentee: api.accounts.logoutMentee,
  mentor: api.accounts.logoutMentor,
  moderator: api.accounts.logoutModerator,
}

/**
 * Ends the session and goes to the landing page. The stored login goes even when the server cannot
 * be reached: who signs out on a shared machine must be signed out there.
 */
export async function signOut(role: Role): Promise<void> {
  const login = readLogin(role)
  if (login) await sendRequest(logoutCalls[role], { body: rawLogin(login) }).catch(() => undefined)
  // With another role still signed in here, the subscription is that one's too; the server has ended ours.
  const isLast = roles.every((other) => other === role || !readLogin(other))
  if (isLast) await endPush().catch(() => undefined)
  await removeLogin(role, 'signed-out')
  window.location.assign(paths.home.getHref())
}

/** Asked for only now: offline it may not be there, and then the server sends nothing to an ended session. */
async function endPush(): Promise<void> {
  const { unsubscribe } = await import('../../lib/push.ts')
  await unsubscribe()
}
