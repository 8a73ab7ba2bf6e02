import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { LoginSessions } from '../accounts/login-sessions.service.ts'
import type { PaymentNotifications } from '../enrollments/payment-notifications.service.ts'
import type { Unwinding } from '../enrollments/unwinding.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import { alreadyDecided } from '../moderators/decisions.rules.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import type { SlotRelease } from '../slots/slot-release.service.ts'

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  loginSessions: LoginSessions
  searchIndex: SearchIndex
  slotRelease: SlotRelease
  unwinding: Unwinding
  paymentNotifications: PaymentNotifications
  moderationNotifications: ModerationNotifications
}
type Moderator = { id: string }
type Change = {
  role: 'mentee' | 'mentor'
  accountId: string
  isBlocked?: boolean | undefined
  note?: string | undefined
}

export function createBlocking(deps: Deps) {
  const {
    db,
    audit,
    loginSessions,
    searchIndex,
    slotRelease,
    unwinding,
    paymentNotifications,
    moderationNotifications,
  } = deps

  /** Everything that ends with the block, in the block's own transaction. */
  async function shutOut(tx: Tx, change: Change) {
    await loginSessions.endAll(tx, change.accountId)
    if (change.role === 'mentor') {
      await slotRelease.closeMentor(tx, change.accountId, 'mentor_blocked')
      await unwinding.stopRenewing(tx, change.accountId)
    } else {
      await slotRelease.releaseMentee(tx, change.accountId, 'mentee_blocked')
      const stopped = await unwinding.stopRenewingFor(tx, change.accountId)
      await paymentNotifications.renewalStopped(tx, change.accountId, stopped)
    }
  }

  const lockAccount = (tx: Tx, change: Change) =>
    tx
      .selectFrom('account')
      .select(['id', 'isBlocked'])
      .where('id', '=', change.accountId)
      .where('role', '=', change.role)
      .where('deletedAt', 'is', null)
      // Not more: what others are writing about this account must be able to end before its sessions do.
      .forNoKeyUpdate()
      .executeTakeFirst()

  async function set(tx: Tx, moderator: Moderator, change: Change, isBlocked: boolean) {
    await tx.updateTable('account').set({ isBlocked }).where('id', '=', change.accountId).execute()
    if (isBlocked) await shutOut(tx, change)
    if (change.role === 'mentor') await searchIndex.refresh(tx, change.accountId)
    await moderationNotifications.accountChanged(tx, { id: change.accountId, role: change.role }, isBlocked)
    await audit.write(tx, {
      moderatorId: moderator.id,
      action: isBlocked ? 'block' : 'unblock',
      subjectId: change.accountId,
      note: change.note,
    })
  }

  return {
    /** Blocks, unblocks, or toggles. @throws AppError not_found, already_decided */
    change: (moderator: Moderator, change: Change) =>
      db.transact(async (tx) => {
        const account = await lockAccount(tx, change)
        if (!account) throw new AppError('not_found')
        const isBlocked = change.isBlocked ?? !account.isBlocked
        if (isBlocked === account.isBlocked) {
          throw alreadyDecided(await audit.lastOf(tx, account.id, [isBlocked ? 'block' : 'unblock']))
        }
        await set(tx, moderator, change, isBlocked)
        await moderationNotifications.caseDecided(tx, 'person')
        return { _id: account.id, isBlocked }
      }),

    /** Blocks, and leaves one blocked who is. */
    async ensureBlocked(tx: Tx, moderator: Moderator, change: Change) {
      const account = await lockAccount(tx, change)
      if (account && !account.isBlocked) await set(tx, moderator, change, true)
    },
  }
}
export type Blocking = ReturnType<typeof createBlocking>
