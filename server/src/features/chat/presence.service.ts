import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Realtime } from '../../platform/realtime.ts'
import { isBlockBetween } from '../accounts/blocked-people.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  realtime: Realtime
  isOnline: (accountId: string) => boolean
  log: Log
}

const partnersMax = 500

/** Tells the people somebody talks with that they came or went, and remembers when they were last seen. */
export function createPresence({ db, clock, realtime, isOnline, log }: Deps) {
  async function partnersOf(actor: Actor): Promise<{ id: string; lastSeenAt: Date | null }[]> {
    if (actor.role === 'moderator') return []
    const [own, other] =
      actor.role === 'mentee' ? (['menteeId', 'mentorId'] as const) : (['mentorId', 'menteeId'] as const)
    return db.query
      .selectFrom('conversation')
      .innerJoin('account', 'account.id', `conversation.${other}`)
      .select(['account.id', 'account.lastSeenAt'])
      .where(`conversation.${own}`, '=', actor.id)
      .where(({ not }) => not(isBlockBetween('conversation.menteeId', 'conversation.mentorId')))
      .limit(partnersMax)
      .execute()
  }

  async function announce(actor: Actor, isActorOnline: boolean) {
    const now = clock.now()
    await db.query.updateTable('account').set({ lastSeenAt: now }).where('id', '=', actor.id).execute()
    const partners = await partnersOf(actor)
    realtime.emit(
      partners.map((partner) => partner.id),
      'presence',
      { userId: actor.id, isOnline: isActorOnline, lastSeenAt: now.toISOString() },
    )
    if (!isActorOnline) return
    for (const partner of partners) {
      realtime.emit(actor.id, 'presence', {
        userId: partner.id,
        isOnline: isOnline(partner.id),
        lastSeenAt: partner.lastSeenAt?.toISOString() ?? null,
      })
    }
  }

  return {
    changed(actor: Actor, isActorOnline: boolean) {
      announce(actor, isActorOnline).catch((error: unknown) =>
        log.warn({ err: error }, 'presence was not announced'),
      )
    },
  }
}
