import { api } from '@marga/contract/api'
import type { Role } from '@marga/contract/roles'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { rawLogin, readLogin, removeLogin, type StoredLogin } from '../../lib/auth-storage.ts'
import { endPush, isLastLogin, waitAtMost } from '../../lib/end-push.ts'
import { signedOutUntold } from '../../lib/offline/offline-shell.ts'
import { paths } from '../../lib/paths.ts'
import { takeTabOwner } from '../../lib/tab-owner.ts'
import { hasUnsaved, leaveQuestion, stopAsking } from '../../lib/unsaved.ts'

const logoutCalls = {
  mentee: api.accounts.logoutMentee,
  mentor: api.accounts.logoutMentor,
  moderator: api.accounts.logoutModerator,
}

/**
 * Ends the session and goes to the landing page. What is stored here goes first, and before anything is waited for: who
 * signs out on a shared machine and closes its lid leaves nothing to the next person, whether or not there is an answer.
 * What is not saved is asked about before: to the browser's own question "Stay" would be said when the login is gone.
 */
export async function signOut(role: Role): Promise<void> {
  if (hasUnsaved() && (await leaveQuestion.ask?.()) === false) return
  stopAsking()
  const login = readLogin(role)
  // With another role still signed in here, the subscription is that one's too; the server ends ours, if it hears of it.
  const isLast = isLastLogin(role)
  const removed = removeLogin(role, 'signed-out')
  // What is asked for next in this tab leads whoever signs in then.
  takeTabOwner(role)
  const told = login === null ? Promise.resolve(true) : tellServer(login)
  const ended = isLast ? endPush() : told.then((wasHeard) => (wasHeard ? undefined : endPush()))
  const tooLate = waitAtMost()
  const hasAnswered = await Promise.race([told, tooLate])
  await Promise.race([ended, tooLate])
  await removed
  window.location.assign(paths.home.getHref() + (hasAnswered ? '' : signedOutUntold))
}

/**
 * The session is named by what was stored, not by what is. The request outlives the page, which does not wait for long.
 * @returns false where nothing came back; a refusal means that the session is over already
 */
const tellServer = (login: StoredLogin): Promise<boolean> =>
  sendRequest(logoutCalls[login.role], { body: rawLogin(login) }, { keepalive: true }).then(
    () => true,
    (error: unknown) => error instanceof ApiError && error.status !== 0,
  )
