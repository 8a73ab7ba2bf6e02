import { limits } from '@marga/contract/limits'
import type { Actor, Member } from '../../platform/actor.ts'
import type { AttemptLimiter } from '../../platform/attempt-limiter.ts'
import { type Clock, daysMs } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { presentPerson } from './accounts.presenter.ts'
import * as queries from './blocked-people.queries.ts'
import type { Relationships } from './relationships.service.ts'

type Deps = { db: Database; clock: Clock; attempts: AttemptLimiter; relationships: Relationships }
type Pair = { menteeId: string; mentorId: string }
type PairListener = (accountId: string, personId: string) => void

/**
 * Two people of whom one has blocked the other cannot write to, book, meet or begin to subscribe to each other, nor
 * do they see whether the other is there. Reviews and tickets stay: neither is for the other to prevent.
 */
export function createBlockedPeople({ db, clock, attempts, relationships }: Deps) {
  const list = async (accountId: string) =>
    (await queries.findBlockedBy(db.query, accountId)).map(presentPerson)
  const listeners: PairListener[] = []
  const announce = (one: string, other: string) =>
    db.afterCommit(() => {
      for (const listen of listeners) listen(one, other)
    })

  return {
    list,

    /** From now on called whenever somebody has blocked somebody, or has taken it back. */
    onChange: (listener: PairListener) => void listeners.push(listener),

    /** @throws AppError not_found unless the person is of the other side, and one whom the caller may see */
    async block(actor: Member, personId: string) {
      if (!(await relationships.canSee(actor, personId))) throw new AppError('not_found')
      await queries.insertBlock(db.query, { accountId: actor.id, personId, createdAt: clock.now() })
      announce(actor.id, personId)
      return list(actor.id)
    },

    /** Who has done it too often keeps the block: the other is not to come back by that. @throws AppError not_found, rate_limited */
    async unblock(actor: Actor, personId: string) {
      await db.transact(async (tx) => {
        if (!(await queries.deleteBlock(tx, actor.id, personId))) throw new AppError('not_found')
        await countUnblock(attempts, actor.id, personId)
        announce(actor.id, personId)
      })
      return list(actor.id)
    },

    /** Either has blocked the other. */
    isBlocked: async (tx: Db, pair: Pair): Promise<boolean> =>
      (await queries.findBlockBetween(tx, pair)) !== undefined,
  }
}
export type BlockedPeople = ReturnType<typeof createBlockedPeople>

/** Counted in its transaction, so that one that was none does not count. @throws AppError rate_limited */
async function countUnblock(attempts: AttemptLimiter, accountId: string, personId: string) {
  const limit = { max: limits.unblocksOfOneADay, windowMs: daysMs(1) }
  await attempts.spend(['unblock', accountId, personId], limit).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
    const { retryAfterSeconds = 60 } = error
    const message = `You have unblocked this person ${limit.max} times within a day. You can do so again tomorrow.`
    throw new AppError('rate_limited', { message, retryAfterSeconds })
  })
}
