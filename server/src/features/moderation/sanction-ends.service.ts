import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { LayoutRequests } from '../availability/layout-requests.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import type { SanctionNotifications } from './sanction-notifications.service.ts'
import * as queries from './sanctions.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  searchIndex: SearchIndex
  layoutRequests: LayoutRequests
  sanctionNotifications: SanctionNotifications
}

const atOnce = 100

/** Restrictions and suspensions end by themselves. */
export function createSanctionEnds(deps: Deps) {
  const { db, clock, searchIndex, layoutRequests, sanctionNotifications } = deps
  return {
    nextDue: () => queries.findNextEnd(db.query),

    /** Safe to repeat and to run beside itself: each is ended by one conditional update. */
    async sweep() {
      const now = clock.now()
      for (;;) {
        const due = await queries.findDue(db.query, now, atOnce)
        if (due.length === 0) return
        for (const { id, accountId, role } of due)
          await db.transact(async (tx) => {
            const person = { accountId, role }
            await queries.lockPerson(tx, person)
            const ended = await queries.endSanction(tx, id, { endedAt: now })
            if (!ended) return
            await searchIndex.refresh(tx, accountId)
            await layoutRequests.request(tx, [accountId])
            await sanctionNotifications.lifted(tx, person, { kinds: [ended.kind], text: '' })
          })
      }
    },
  }
}
export type SanctionEnds = ReturnType<typeof createSanctionEnds>
