import { after, type Clock, daysMs, hoursMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Encryption } from '../../platform/encryption.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import * as queries from './busy-feeds.queries.ts'
import { readEveryMs, unchangedMs } from './busy-feeds.service.ts'
import type { CalendarReader, CalendarReading } from './calendar-reader.service.ts'
import { failureOf } from './feed-failures.rules.ts'
import type { LayoutRequests } from './layout-requests.service.ts'
import type { Vacations } from './vacations.service.ts'

type Deps = {
  db: Database
  clock: Clock
  jobs: Jobs
  encryption: Encryption
  calendarReader: CalendarReader
  vacations: Vacations
  layoutRequests: LayoutRequests
}

/** What more of them are due waits for the next minute. */
const atOnce = 500
/** A calendar that cannot be read says for so long what it last said. */
const trustedMs = daysMs(1)
const slowestMs = hoursMs(6)

/** Reads other calendars again and again. */
export function createFeedReadings(deps: Deps) {
  const { db, clock, jobs } = deps
  return {
    /** Safe to run beside itself: whoever takes a calendar sets when its next turn is. */
    sweep: () =>
      db.transact(async (tx) => {
        const now = clock.now()
        const due = await queries.takeDueFeeds(tx, now, after(now, readEveryMs), atOnce)
        for (const feedId of due)
          await jobs.add(tx, 'availability:read-feed', { feedId }, { key: `read-feed:${feedId}` })
      }),

    /** Safe to repeat: the last reading counts, and none of a calendar that was removed in the meantime. */
    async read(feedId: string) {
      const feed = await queries.findFeedToRead(db.query, feedId)
      if (!feed) return
      const outcome = await readAgain(deps, feed)
      await db.transact(async (tx) => {
        const present = await queries.lockFeed(tx, feedId)
        if (!present) return
        const now = clock.now()
        if ('failure' in outcome) return noteFailure(deps, tx, present, { now, failure: outcome.failure })
        const readOn = { readAt: now, failure: null, readAgainAt: after(now, readEveryMs) }
        if (!outcome.reading) return queries.writeReading(tx, feedId, readOn)
        const { etag, busyTimes } = outcome.reading
        await queries.writeReading(tx, feedId, { ...readOn, etag, etagUntil: after(now, unchangedMs) })
        await queries.deleteBusyTimes(tx, feedId)
        await queries.insertBusyTimes(tx, present, busyTimes)
        await deps.layoutRequests.request(tx, [present.mentorId])
      })
    },
  }
}
export type FeedReadings = ReturnType<typeof createFeedReadings>

type Outcome = { reading: CalendarReading | undefined } | { failure: string }

async function readAgain(deps: Deps, feed: queries.ReadFeed): Promise<Outcome> {
  const { db, clock, encryption, calendarReader, vacations } = deps
  const url = encryption.decrypt(feed.urlEncrypted, feed.mentorId)
  if (!url) return { failure: 'The address can no longer be read here. Add the calendar again.' }
  const isKnown = feed.etagUntil !== null && feed.etagUntil > clock.now()
  const timeZone = await vacations.zoneOf(db.query, feed.mentorId)
  try {
    return { reading: await calendarReader.read({ url, timeZone, etag: isKnown ? feed.etag : null }) }
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    return { failure }
  }
}

type Failed = { now: Date; failure: string }

/** Asked again the more seldom the longer it has failed. */
async function noteFailure(deps: Deps, tx: Tx, feed: queries.ReadFeed, { now, failure }: Failed) {
  const failingMs = feed.readAt ? now.getTime() - feed.readAt.getTime() : slowestMs
  const waitMs = Math.min(slowestMs, Math.max(readEveryMs, failingMs))
  const next = { failure, readAgainAt: after(now, waitMs) }
  if (failingMs < trustedMs) return queries.writeReading(tx, feed.id, next)
  await queries.writeReading(tx, feed.id, { ...next, etag: null, etagUntil: null })
  await queries.deleteBusyTimes(tx, feed.id)
  await deps.layoutRequests.request(tx, [feed.mentorId])
}
