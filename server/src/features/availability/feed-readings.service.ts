import { after, type Clock, daysMs, hoursMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Encryption } from '../../platform/encryption.ts'
import * as queries from './busy-feeds.queries.ts'
import { readEveryMs, unchangedMs } from './busy-feeds.service.ts'
import type { CalendarReader, CalendarReading } from './calendar-reader.service.ts'
import { failureOf } from './feed-failures.rules.ts'
import type { FeedRequests } from './feed-requests.service.ts'
import type { LayoutRequests } from './layout-requests.service.ts'
import type { Vacations } from './vacations.service.ts'

type Deps = {
  db: Database
  clock: Clock
  encryption: Encryption
  calendarReader: CalendarReader
  vacations: Vacations
  layoutRequests: LayoutRequests
  feedRequests: FeedRequests
}

/** What more of them are due waits for the next minute. */
const atOnce = 500
/** A calendar that cannot be read says for so long what it last said. */
const trustedMs = daysMs(1)
const slowestMs = hoursMs(6)

/** Reads other calendars again and again. */
export function createFeedReadings(deps: Deps) {
  const { db, clock, feedRequests } = deps
  return {
    /** Safe to run beside itself: whoever takes a calendar sets when its next turn is. */
    sweep: () =>
      db.transact(async (tx) => {
        const now = clock.now()
        const due = await queries.takeDueFeeds(tx, now, after(now, readEveryMs), atOnce)
        await feedRequests.request(tx, due)
      }),

    /** Safe to repeat: the last reading counts, and none of a calendar that was removed in the meantime. */
    async read(feedId: string) {
      const feed = await queries.findFeedToRead(db.query, feedId)
      if (!feed) return
      const timeZone = await deps.vacations.zoneOf(db.query, feed.mentorId)
      const outcome = await readAgain(deps, feed, timeZone)
      await db.transact(async (tx) => {
        const present = await queries.lockFeed(tx, feedId)
        if (!present) return
        if ('failure' in outcome) return noteFailure(deps, tx, present, outcome.failure)
        await noteReading(deps, tx, present, outcome.reading)
        // The mentor has moved in the meantime: what was read is of the zone of before.
        if ((await deps.vacations.zoneOf(tx, present.mentorId)) === timeZone) return
        await queries.readOnceMore(tx, feedId, clock.now())
        await feedRequests.request(tx, [feedId])
      })
    },
  }
}
export type FeedReadings = ReturnType<typeof createFeedReadings>

type Outcome = { reading: CalendarReading | undefined } | { failure: string }

async function readAgain(deps: Deps, feed: queries.ReadFeed, timeZone: string): Promise<Outcome> {
  const { clock, encryption, calendarReader } = deps
  const url = encryption.decrypt(feed.urlEncrypted, feed.mentorId)
  if (!url) return { failure: 'The address can no longer be read here. Add the calendar again.' }
  const isKnown = feed.etagUntil !== null && feed.etagUntil > clock.now()
  try {
    return { reading: await calendarReader.readAgain({ url, timeZone, etag: isKnown ? feed.etag : null }) }
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    return { failure }
  }
}

/** @param reading undefined where nothing has changed */
async function noteReading(
  { clock, layoutRequests }: Deps,
  tx: Tx,
  feed: queries.ReadFeed,
  reading: CalendarReading | undefined,
) {
  const now = clock.now()
  const readOn = { readAt: now, failure: null, readAgainAt: after(now, readEveryMs) }
  if (!reading) return queries.writeReading(tx, feed.id, readOn)
  const { etag, busyTimes } = reading
  await queries.writeReading(tx, feed.id, { ...readOn, etag, etagUntil: after(now, unchangedMs) })
  await queries.deleteBusyTimes(tx, feed.id)
  await queries.insertBusyTimes(tx, feed, busyTimes)
  await layoutRequests.request(tx, [feed.mentorId])
}

/** Asked again the more seldom the longer it has failed. */
async function noteFailure(deps: Deps, tx: Tx, feed: queries.ReadFeed, failure: string) {
  const now = deps.clock.now()
  const failingMs = feed.readAt ? now.getTime() - feed.readAt.getTime() : slowestMs
  const waitMs = Math.min(slowestMs, Math.max(readEveryMs, failingMs))
  const next = { failure, readAgainAt: after(now, waitMs) }
  if (failingMs < trustedMs) return queries.writeReading(tx, feed.id, next)
  await queries.writeReading(tx, feed.id, { ...next, etag: null, etagUntil: null })
  await queries.deleteBusyTimes(tx, feed.id)
  await deps.layoutRequests.request(tx, [feed.mentorId])
}
