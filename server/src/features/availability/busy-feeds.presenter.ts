import type { BusyFeed } from '@marga/contract/availability'
import type { FeedRow } from './busy-feeds.queries.ts'

/** The address stays here: whoever knows it can read the calendar. */
export const presentFeed = ({ id, host, readAt, failure }: FeedRow): BusyFeed => ({
  _id: id,
  host,
  readAt: readAt?.toISOString() ?? null,
  failure,
})
