import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { LoginSessions } from '../accounts/login-sessions.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import type { SlotRelease } from '../slots/slot-release.service.ts'
import type { Audit } from './audit.service.ts'
import { alreadyDecided } from './moderation.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  loginSessions: LoginSessions
  searchIndex: SearchIndex
  slotRelease: SlotRelease
}
type Change = {
  role: 'mentee' | 'mentor'
  accountId: string
  isBlocked?: boolean | undefined
  note?: string | undefined
}

export function createBlocking({ db, audit, loginSessions, searchIndex, slotRelease }: Deps) {
  /** Everything that ends with the block, in the block's own transaction. */
  async function shutOut(tx: Tx, change: Change) {
    await loginSessions.endAll(tx, change.accountId)
    if (change.role === 'mentor') await slotRelease.closeMentor(tx, change.accountId)
    else await slotRelease.releaseMentee(tx, change.accountId)
  }

  return {
    /** Blocks, unblocks, or toggles. @throws AppError not_found, already_decided */
    change: (moderator: { id: string }, change: Change) =>
      db.transact(async (tx) => {
        const account = await tx
          .selectFrom('account')
          .select(['id', 'isBlocked'])
          .where('id', '=', change.accountId)
          .where('role', '=', change.role)
          .forUpdate()
          .executeTakeFirst()
        if (!account) throw new AppError('not_found')
        const isBlocked = change.isBlocked ?? !account.isBlocked
        if (isBlocked === account.isBlocked) {
          throw alreadyDecided(await audit.lastOf(tx, account.id, [isBlocked ? 'block' : 'unblock']))
        }
        await tx.updateTable('account').set({ isBlocked }).where('id', '=', account.id).execute()
        if (isBlocked) await shutOut(tx, change)
        if (change.role === 'mentor') await searchIndex.refresh(tx, account.id)
        await audit.write(tx, {
          moderatorId: moderator.id,
          action: isBlocked ? 'block' : 'unblock',
          subjectId: account.id,
          note: change.note,
        })
        return { _id: account.id, isBlocked }
      }),
  }
}
export type Blocking = ReturnType<typeof createBlocking>
