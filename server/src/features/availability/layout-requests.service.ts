import { after, type Clock, minutesMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import * as queries from './availability.queries.ts'

type Deps = { db: Database; clock: Clock; jobs: Jobs }

const atOnce = 500
/** A layout that fails all its tries is taken up again after so long. */
const retryMs = minutesMs(30)

/** When open slots are laid out anew: after each change of a mentor's calendar, and with each new day. */
export function createLayoutRequests({ db, clock, jobs }: Deps) {
  return {
    /** Of those who have hours or another calendar; many requests before the job runs are one. */
    async request(tx: Tx, mentorIds: readonly string[], { delayMs = 0 } = {}) {
      for (const mentorId of await queries.findFollowing(tx, mentorIds))
        await jobs.add(tx, 'availability:lay-out', { mentorId }, { key: `lay-out:${mentorId}`, delayMs })
    },

    /** The mentor's slots are gone, and are to come back with the mentor. */
    forget: (tx: Tx, mentorId: string) => queries.layOutSoon(tx, mentorId, clock.now()),

    /** The next midnight of a mentor. */
    nextDue: () => queries.findNextLayout(db.query, clock.now()),

    /** Safe to run beside itself: whoever takes a mentor sets when the next turn is. */
    async sweep() {
      const takeDue = () =>
        db.transact(async (tx) => {
          const now = clock.now()
          const due = await queries.takeDueLayouts(tx, now, after(now, retryMs), atOnce)
          await jobs.addAll(
            tx,
            'availability:lay-out',
            due.map((mentorId) => ({ mentorId })),
          )
          return due.length
        })
      while ((await takeDue()) === atOnce);
    },
  }
}
export type LayoutRequests = ReturnType<typeof createLayoutRequests>
