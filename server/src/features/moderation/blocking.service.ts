import type { MemberRole } from '@marga/contract/roles'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { alreadyDecided } from '../moderators/decisions.rules.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import type { Moderators } from '../moderators/moderators.service.ts'
import { findActive, findBlocker, findWhoLetIn, lockPerson } from './sanctions.queries.ts'
import type { Sanctions } from './sanctions.service.ts'

type Deps = {
  db: Database
  sanctions: Sanctions
  moderators: Moderators
  moderationNotifications: ModerationNotifications
}
type Moderator = { id: string }
type Change = {
  role: MemberRole
  accountId: string
  isBlocked?: boolean | undefined
  note?: string | undefined
}

/** Blocks and unblocks without a case, from the lists of people. */
export function createBlocking(deps: Deps) {
  return {
    /** Blocks, unblocks, or toggles. @throws AppError not_found, already_decided, forbidden */
    change: (moderator: Moderator, of: Change) => change(deps, moderator, of),
  }
}
export type Blocking = ReturnType<typeof createBlocking>

const change = (deps: Deps, moderator: Moderator, of: Change) =>
  deps.db.transact(async (tx) => {
    const { sanctions, moderators, moderationNotifications } = deps
    const account = await lockPerson(tx, of)
    if (!account) throw new AppError('not_found')
    await moderators.refuseOwn(tx, moderator.id, [account.id])
    const isBlocked = of.isBlocked ?? !account.isBlocked
    // Who is only suspended can still be blocked.
    const isDone = isBlocked ? (await findActive(tx, account.id, ['block'])).length > 0 : !account.isBlocked
    if (isDone) {
      const by = await (isBlocked ? findBlocker : findWhoLetIn)(tx, account.id)
      if (!by) return { _id: account.id, isBlocked }
      throw alreadyDecided(by)
    }
    const person = { accountId: account.id, role: of.role }
    if (isBlocked) await sanctions.impose(tx, moderator, person, [{ kind: 'block' }], { note: of.note })
    else await sanctions.letIn(tx, moderator, person, of.note)
    await moderationNotifications.caseDecided(tx, 'person')
    return { _id: account.id, isBlocked }
  })
