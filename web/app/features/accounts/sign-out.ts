import { api } from '@marga/contract/api'
import { type Role, roles } from '@marga/contract/roles'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { rawLogin, readLogin, removeLogin, type StoredLogin } from '../../lib/auth-storage.ts'
import { signedOutUntold } from '../../lib/offline/offline-shell.ts'
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
  const hasAnswered = login === null || (await tellServer(login))
  // With another role still signed in here, the subscription is that one's too; the server has ended ours.
  const isLast = roles.every((other) => other === role || !readLogin(other))
  if (isLast) await endPush().catch(() => undefined)
  await removeLogin(role, 'signed-out')
  window.location.assign(paths.home.getHref() + (hasAnswered ? '' : signedOutUntold))
}

/** @returns false where nothing came back; a refusal means that the session is over already */
const tellServer = (login: StoredLogin): Promise<boolean> =>
  sendRequest(logoutCalls[login.role], { body: rawLogin(login) }).then(
    () => true,
    (error: unknown) => error instanceof ApiError && error.status !== 0,
  )

/** Asked for only now: offline it may not be there, and then the server sends nothing to an ended session. */
async function endPush(): Promise<void> {
  const { unsubscribe } = await import('../../lib/push.ts')
  await unsubscribe()
}
