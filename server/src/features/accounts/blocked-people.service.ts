import type { Actor, Member } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { presentPerson } from './accounts.presenter.ts'
import * as queries from './blocked-people.queries.ts'
import type { Relationships } from './relationships.service.ts'

type Deps = { db: Database; clock: Clock; relationships: Relationships }
type Pair = { menteeId: string; mentorId: string }
type PairListener = (accountId: string, personId: string) => void

/**
 * Two people of whom one has blocked the other cannot write to, book, meet or begin to subscribe to each other, nor
 * do they see whether the other is there. Reviews and tickets stay: neither is for the other to prevent.
 */
export function createBlockedPeople({ db, clock, relationships }: Deps) {
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

    /** @throws AppError not_found */
    async unblock(actor: Actor, personId: string) {
      if (!(await queries.deleteBlock(db.query, actor.id, personId))) throw new AppError('not_found')
      announce(actor.id, personId)
      return list(actor.id)
    },

    /** Either has blocked the other. */
    isBlocked: async (tx: Db, pair: Pair): Promise<boolean> =>
      (await queries.findBlockBetween(tx, pair)) !== undefined,
  }
}
export type BlockedPeople = ReturnType<typeof createBlockedPeople>
