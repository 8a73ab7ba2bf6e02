import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { LoginSessions } from '../accounts/login-sessions.service.ts'
import type { OwnPassword } from '../accounts/own-password.service.ts'
import type { Audit } from './audit.service.ts'
import * as queries from './moderators.queries.ts'

type Deps = {
  db: Database
  audit: Audit
  loginSessions: LoginSessions
  ownPassword: OwnPassword
  /** Leaves a row without a person in it, for what they decided. */
  eraseAccount: (tx: Tx, accountId: string) => Promise<void>
}

/** Somebody stops moderating. */
export function createLeaving(deps: Deps) {
  const { db, ownPassword } = deps
  return {
    /** One of them always stays. @throws AppError wrong_password, rate_limited, last_moderator */
    async leave({ id }: { id: string }, password: string) {
      await ownPassword.proveOwnPassword(id, { password })
      await db.transact(async (tx) => {
        // Each would still see the other: whoever is second waits here, and sees who has left.
        await advisoryLock(tx, 'moderators leave')
        const others = (await queries.findActiveModerators(tx)).filter((one) => one.id !== id)
        if (others.length === 0) throw new AppError('last_moderator')
        await end(deps, tx, id)
      })
    },

    /** By the operator, of one who has gone or whose account somebody else has; the last one, too. @returns false where there is none */
    remove: (email: string) =>
      db.transact(async (tx) => {
        await advisoryLock(tx, 'moderators leave')
        const found = await queries.findModeratorByEmail(tx, email)
        if (!found) return false
        await end(deps, tx, found.id, 'By the operator')
        return true
      }),
  }
}
export type Leaving = ReturnType<typeof createLeaving>

async function end({ audit, loginSessions, eraseAccount }: Deps, tx: Tx, id: string, note?: string) {
  // Waits for what requests of these sessions are writing, so that it is there to be taken back below.
  await loginSessions.endAll(tx, id)
  await audit.write(tx, { moderatorId: id, action: 'leave', subjectId: id, note })
  await queries.releaseClaims(tx, id)
  // Whoever had the account may have invited themselves.
  await queries.deleteInvitationsBy(tx, id)
  await eraseAccount(tx, id)
}
