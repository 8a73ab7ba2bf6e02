import type { BusyFeed, BusyFeedForm } from '@marga/contract/availability'
import { limits } from '@marga/contract/limits'
import { after, type Clock, hoursMs, minutesMs, type NewId } from '../../platform/clock.ts'
import { createConcurrencyCounter } from '../../platform/concurrency-counter.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Encryption } from '../../platform/encryption.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { presentFeed } from './busy-feeds.presenter.ts'
import * as queries from './busy-feeds.queries.ts'
import type { CalendarReader } from './calendar-reader.service.ts'
import { hostOf, sameAddress } from './feed-address.rules.ts'
import { failureOf } from './feed-failures.rules.ts'
import type { FeedRequests } from './feed-requests.service.ts'
import type { LayoutRequests } from './layout-requests.service.ts'
import { lockMentor } from './vacations.queries.ts'
import type { Vacations } from './vacations.service.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  encryption: Encryption
  calendarReader: CalendarReader
  vacations: Vacations
  layoutRequests: LayoutRequests
  feedRequests: FeedRequests
}

export const readEveryMs = minutesMs(limits.feedEveryMinutes)
/** An unchanged calendar is read all the same after so long: the days ahead have moved on. */
export const unchangedMs = hoursMs(12)

const tooMany = () =>
  invalidField('url', `At most ${limits.busyFeedsMax} calendars. Remove one of them first.`)
const twice = () => new AppError('already_exists', { message: 'You have added this calendar already.' })

/** Other calendars in which a mentor is busy. */
export function createBusyFeeds(deps: Deps) {
  const adding = createConcurrencyCounter(1)
  return {
    list: (mentorId: string) => list(deps, mentorId),
    /** @throws AppError invalid_request, already_exists; rate_limited beside another one; unavailable */
    async add(mentorId: string, form: BusyFeedForm) {
      // Who adds several at once would take the turns of everybody else.
      if (!adding.enter(mentorId)) throw new AppError('rate_limited', { retryAfterSeconds: 5 })
      try {
        return await add(deps, mentorId, form)
      } finally {
        adding.leave(mentorId)
      }
    },
    remove: (mentorId: string, id: string) => remove(deps, mentorId, id),
  }
}
export type BusyFeeds = ReturnType<typeof createBusyFeeds>

const list = async ({ db }: Deps, mentorId: string): Promise<BusyFeed[]> =>
  (await queries.findFeeds(db.query, mentorId)).map(presentFeed)

/** Reads it first: what cannot be read is not kept. */
async function add(deps: Deps, mentorId: string, { url }: BusyFeedForm): Promise<BusyFeed[]> {
  const { db, encryption, vacations } = deps
  const host = hostOf(url)
  if (!host || host.length > 255) throw invalidField('url', 'This is not the address of a calendar.')
  const urlHash = encryption.hash(sameAddress(url), mentorId)
  // Said before a stranger's server is asked; what holds is said by the constraints below.
  if (await queries.hasFeedOf(db.query, mentorId, urlHash)) throw twice()
  if ((await queries.findFeeds(db.query, mentorId)).length >= limits.busyFeedsMax) throw tooMany()
  const timeZone = await vacations.zoneOf(db.query, mentorId)
  const reading = await readOrRefuse(deps, url, timeZone)
  const urlEncrypted = encryption.encrypt(url, mentorId)
  await store(deps, { mentorId, host, urlHash, urlEncrypted }, { ...reading, timeZone })
  return list(deps, mentorId)
}

async function readOrRefuse({ calendarReader }: Deps, url: string, timeZone: string) {
  try {
    const reading = await calendarReader.readNew({ url, timeZone })
    return reading ?? { etag: null, busyTimes: [] }
  } catch (error) {
    const failure = failureOf(error)
    throw failure ? invalidField('url', failure) : error
  }
}

type Stored = Pick<queries.NewFeed, 'mentorId' | 'host' | 'urlHash' | 'urlEncrypted'>
/** By which zone it was read. */
type Reading = Awaited<ReturnType<typeof readOrRefuse>> & { timeZone: string }

async function store(deps: Deps, stored: Stored, { etag, busyTimes, timeZone }: Reading) {
  const { db, clock, newId, vacations, layoutRequests, feedRequests } = deps
  const { mentorId } = stored
  await db.transact(async (tx) => {
    const now = clock.now()
    const feed = { id: newId(), mentorId }
    // Of several at once each sees the places that those before it took.
    await lockMentor(tx, mentorId)
    if (await queries.hasFeedOf(tx, mentorId, stored.urlHash as Buffer)) throw twice()
    const times = { createdAt: now, readAt: now, readAgainAt: after(now, readEveryMs) }
    const row = { ...stored, ...feed, ...times, etag, etagUntil: after(now, unchangedMs) }
    if (!(await queries.insertFeed(tx, row, limits.busyFeedsMax))) throw tooMany()
    await queries.insertBusyTimes(tx, feed, busyTimes)
    if ((await vacations.zoneOf(tx, mentorId)) !== timeZone) await feedRequests.anew(tx, mentorId)
    await layoutRequests.request(tx, [mentorId])
  })
}

/** @throws AppError not_found */
async function remove(deps: Deps, mentorId: string, id: string): Promise<BusyFeed[]> {
  const { db, layoutRequests } = deps
  await db.transact(async (tx) => {
    // Locked before the job is asked for, as the readings do.
    if (!(await queries.lockFeedOf(tx, mentorId, id))) throw new AppError('not_found')
    // Asked for while it is there: without hours, and with the last calendar gone, nothing would be left to follow.
    await layoutRequests.request(tx, [mentorId])
    await queries.deleteFeed(tx, id)
  })
  return list(deps, mentorId)
}
