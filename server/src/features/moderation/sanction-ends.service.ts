import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { sweepEach } from '../../platform/sweep-each.ts'
import type { LayoutRequests } from '../availability/layout-requests.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import type { SanctionNotifications } from './sanction-notifications.service.ts'
import * as queries from './sanctions.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  log: Log
  searchIndex: SearchIndex
  layoutRequests: LayoutRequests
  sanctionNotifications: SanctionNotifications
}

const atOnce = 100

/** Restrictions and suspensions end by themselves. */
export function createSanctionEnds(deps: Deps) {
  const { db, clock, log } = deps
  return {
    nextDue: () => queries.findNextEnd(db.query),

    /** Safe to repeat and to run beside itself: each is ended by one conditional update. */
    async sweep() {
      const now = clock.now()
      for (;;) {
        const due = await queries.findDue(db.query, now, atOnce)
        if (due.length === 0) return
        await sweepEach(log, due, (sanction) => end(deps, sanction, now))
      }
    },
  }
}
export type SanctionEnds = ReturnType<typeof createSanctionEnds>

const end = (
  { db, searchIndex, layoutRequests, sanctionNotifications }: Deps,
  { id, ...person }: queries.DueSanction,
  now: Date,
) =>
  db.transact(async (tx) => {
    await queries.lockPerson(tx, person)
    const ended = await queries.endSanction(tx, id, { endedAt: now })
    if (!ended) return
    await searchIndex.refresh(tx, person.accountId)
    await layoutRequests.request(tx, [person.accountId])
    await sanctionNotifications.lifted(tx, person, { kinds: [ended.kind], text: '' })
  })
