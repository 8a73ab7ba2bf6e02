import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { presentPerson } from './accounts.presenter.ts'
import type { Relationships } from './relationships.service.ts'

type Deps = { db: Database; clock: Clock; relationships: Relationships }
type Pair = { menteeId: string; mentorId: string }

/**
 * Two people of whom one has blocked the other cannot write to, book, meet or begin to subscribe to each other, nor
 * do they see whether the other is there. Reviews and tickets stay: neither is for the other to prevent.
 */
export function createBlockedPeople({ db, clock, relationships }: Deps) {
  async function list(accountId: string) {
    const rows = await db.query
      .selectFrom('blockedPerson')
      .innerJoin('account', 'account.id', 'blockedPerson.personId')
      .select(['account.id', 'account.firstName', 'account.lastName', 'account.profileImageUrl'])
      .where('blockedPerson.accountId', '=', accountId)
      .orderBy('blockedPerson.createdAt', 'desc')
      .limit(500)
      .execute()
    return rows.map(presentPerson)
  }

  return {
    list,

    /** @throws AppError not_found unless the person is of the other side, and one whom the caller may see */
    async block(actor: Actor<'mentee' | 'mentor'>, personId: string) {
      if (!(await relationships.canSee(actor, personId))) throw new AppError('not_found')
      await db.query
        .insertInto('blockedPerson')
        .values({ accountId: actor.id, personId, createdAt: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return list(actor.id)
    },

    /** @throws AppError not_found */
    async unblock(actor: Actor, personId: string) {
      const gone = await db.query
        .deleteFrom('blockedPerson')
        .where('accountId', '=', actor.id)
        .where('personId', '=', personId)
        .returning('personId')
        .executeTakeFirst()
      if (!gone) throw new AppError('not_found')
      return list(actor.id)
    },

    /** Either has blocked the other. */
    async isBlocked(tx: Db, { menteeId, mentorId }: Pair): Promise<boolean> {
      const row = await tx
        .selectFrom('blockedPerson')
        .select('accountId')
        .where(({ or, and, eb }) =>
          or([
            and([eb('accountId', '=', menteeId), eb('personId', '=', mentorId)]),
            and([eb('accountId', '=', mentorId), eb('personId', '=', menteeId)]),
          ]),
        )
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
export type BlockedPeople = ReturnType<typeof createBlockedPeople>
