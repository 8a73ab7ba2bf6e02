import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { readAllAnew } from './busy-feeds.queries.ts'

type Deps = { clock: Clock; jobs: Jobs }

/** When other calendars are read again, as soon as a hand is free. */
export function createFeedRequests({ clock, jobs }: Deps) {
  /** The caller has the rows. Many requests before the job runs are one; one that is running is followed by another. */
  async function request(tx: Tx, feedIds: readonly string[]) {
    for (const feedId of feedIds)
      await jobs.add(tx, 'availability:read-feed', { feedId }, { key: `read-feed:${feedId}` })
  }
  return {
    request,
    /** All calendars of the mentor, changed or not. */
    anew: async (tx: Tx, mentorId: string) => request(tx, await readAllAnew(tx, mentorId, clock.now())),
  }
}
export type FeedRequests = ReturnType<typeof createFeedRequests>
