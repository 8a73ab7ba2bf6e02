import { limits } from '@marga/contract/limits'
import { after, type Clock, hoursMs } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { deleteIdentities, setPassword } from './accounts.queries.ts'
import type { LoginSessions } from './login-sessions.service.ts'
import * as queries from './mailbox-proofs.queries.ts'
import { deleteTwoFactorSince } from './two-factor.queries.ts'

type Deps = { clock: Clock; realClock: Clock; loginSessions: LoginSessions }

/** What follows from a proof that an address is somebody's own. */
export function createMailboxProofs({ clock, realClock, loginSessions }: Deps) {
  /**
   * Called where an address is proven by what is not of the account itself: a mailed code or link that sets a new
   * password, or the identity provider. Whoever made the account may have been a stranger, so the first time
   * everything goes that they could come back by, or by which they could lock the owner out. An address that was
   * proven before keeps all of it; what a new password ends, it ends in any case.
   *
   * The account's row comes first: a sign-in under way waits there, and finds that its password is none any more.
   * @returns whether it was the first time
   */
  async function firstProofOfMailbox(
    tx: Tx,
    accountId: string,
    { isPasswordNew }: { isPasswordNew: boolean },
  ): Promise<boolean> {
    const first = await queries.markFirstProof(tx, accountId, { isPasswordNew, now: clock.now() })
    if (!first) return false
    // Waits for what requests of these sessions are writing, so that it is there to be deleted below.
    await loginSessions.endAll(tx, accountId)
    await queries.deleteFootholds(tx, accountId)
    return true
  }

  return {
    firstProofOfMailbox,

    /**
     * Sets the password of whoever has shown a secret that only the mailbox received, and ends every session. Identities
     * go, too: one may have come in while somebody else read the mailbox; and a second step that whoever knew the password
     * may have set up only now, to lock the owner out.
     * @returns undefined, with nothing done, where the account was erased meanwhile
     */
    async setPasswordByMail(
      tx: Tx,
      accountId: string,
      passwordHash: string,
    ): Promise<{ hasLostGoogle: boolean; hasLostTwoStep: boolean } | undefined> {
      if (!(await setPassword(tx, accountId, passwordHash, clock.now()))) return undefined
      // Waits for what requests of these sessions are writing, a second step say, so that it is there to be deleted.
      await loginSessions.endAll(tx, accountId)
      const hasLostGoogle = await deleteIdentities(tx, accountId)
      const since = after(realClock.now(), -hoursMs(limits.twoStepRevocableHours))
      const hasLostTwoStep = await deleteTwoFactorSince(tx, accountId, since)
      await firstProofOfMailbox(tx, accountId, { isPasswordNew: true })
      return { hasLostGoogle, hasLostTwoStep }
    },
  }
}
export type MailboxProofs = ReturnType<typeof createMailboxProofs>
