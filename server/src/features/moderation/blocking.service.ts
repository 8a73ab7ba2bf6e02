import type { MemberRole } from '@marga/contract/roles'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { LoginSessions } from '../accounts/login-sessions.service.ts'
import type { EarlyEndings } from '../enrollments/early-endings.service.ts'
import type { SubscriptionNotifications } from '../enrollments/subscription-notifications.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import { alreadyDecided } from '../moderators/decisions.rules.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import type { SlotRelease } from '../slots/slot-release.service.ts'
import * as queries from './blocking.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  loginSessions: LoginSessions
  searchIndex: SearchIndex
  slotRelease: SlotRelease
  earlyEndings: EarlyEndings
  subscriptionNotifications: SubscriptionNotifications
  moderationNotifications: ModerationNotifications
}
type Moderator = { id: string }
type Change = {
  role: MemberRole
  accountId: string
  isBlocked?: boolean | undefined
  note?: string | undefined
}

/** Moderators' blocks of mentees and mentors. */
export function createBlocking(deps: Deps) {
  return {
    change: (moderator: Moderator, of: Change) => change(deps, moderator, of),
    ensureBlocked: (tx: Tx, moderator: Moderator, of: Change) => ensureBlocked(deps, tx, moderator, of),
  }
}
export type Blocking = ReturnType<typeof createBlocking>

/** Blocks, unblocks, or toggles. @throws AppError not_found, already_decided */
const change = (deps: Deps, moderator: Moderator, of: Change) =>
  deps.db.transact(async (tx) => {
    const { audit, moderationNotifications } = deps
    const account = await queries.lockPerson(tx, of)
    if (!account) throw new AppError('not_found')
    const isBlocked = of.isBlocked ?? !account.isBlocked
    if (isBlocked === account.isBlocked) {
      throw alreadyDecided(await audit.lastOf(tx, account.id, [isBlocked ? 'block' : 'unblock']))
    }
    await set(deps, tx, moderator, of, isBlocked)
    await moderationNotifications.caseDecided(tx, 'person')
    return { _id: account.id, isBlocked }
  })

/** Blocks, and leaves one blocked who is. */
async function ensureBlocked(deps: Deps, tx: Tx, moderator: Moderator, of: Change) {
  const account = await queries.lockPerson(tx, of)
  if (account && !account.isBlocked) await set(deps, tx, moderator, of, true)
}

async function set(
  deps: Deps,
  tx: Tx,
  moderator: Moderator,
  { accountId, role, note }: Change,
  isBlocked: boolean,
) {
  const { audit, searchIndex, moderationNotifications } = deps
  await queries.setBlocked(tx, accountId, isBlocked)
  if (isBlocked) await shutOut(deps, tx, role, accountId)
  if (role === 'mentor') await searchIndex.refresh(tx, accountId)
  await moderationNotifications.accountChanged(tx, { id: accountId, role }, isBlocked)
  await audit.write(tx, {
    moderatorId: moderator.id,
    action: isBlocked ? 'block' : 'unblock',
    subjectId: accountId,
    note,
  })
}

/** Everything that ends with the block, in the block's own transaction. */
async function shutOut(deps: Deps, tx: Tx, role: MemberRole, accountId: string) {
  const { loginSessions, slotRelease, earlyEndings, subscriptionNotifications } = deps
  await loginSessions.endAll(tx, accountId)
  if (role === 'mentor') {
    await slotRelease.closeMentor(tx, accountId, 'mentor_blocked')
    await earlyEndings.stopRenewing(tx, accountId)
  } else {
    await slotRelease.releaseMentee(tx, accountId, 'mentee_blocked')
    const stopped = await earlyEndings.stopRenewingFor(tx, accountId)
    await subscriptionNotifications.renewalStopped(tx, accountId, stopped)
  }
}
