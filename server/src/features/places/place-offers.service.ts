import { limits } from '@marga/contract/limits'
import { after, type Clock, hoursMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import { sweepEach } from '../../platform/sweep-each.ts'
import * as passedOffers from './passed-offers.queries.ts'
import type { PlaceNotifications } from './place-notifications.service.ts'
import * as places from './places.queries.ts'
import { takeBackFromKeptOut, takeOffersBack } from './returned-offers.queries.ts'
import * as waitlist from './waitlist.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  jobs: Jobs
  log: Log
  placeNotifications: PlaceNotifications
  /** Whether nobody may pay for the mentor, who has had nothing to book for a while. */
  hasNoTimes(mentorId: string): Promise<boolean>
}

/** So many mentors at once; and so many offers of one of them. */
const mentorsMax = 100
const offersMax = 100

/** Places that became free, for those who wait first. */
export function createPlaceOffers(deps: Deps) {
  const { db, clock, jobs, log } = deps
  return {
    /** Gives free places to those who wait, ends offers that have run out. @returns the capacity, with its lock */
    settle: (tx: Tx, mentorId: string) => settle(deps, tx, mentorId),
    /** Ends in the transaction what took a place, or raises the capacity: those who wait are offered it at once. */
    freed: async (tx: Tx, mentorId: string) => {
      if (await waitlist.hasEntries(tx, mentorId))
        await jobs.add(tx, 'places:offer', { mentorId }, { key: `places:${mentorId}` })
    },
    offer: ({ mentorId }: { mentorId: string }) => settleAlone(deps, mentorId),
    sweep: async () => {
      await passedOffers.deleteForgotten(db.query, clock.now())
      const due = await waitlist.findMentorsDue(db.query, clock.now(), mentorsMax)
      await sweepEach(log, due, (mentorId) => settleAlone(deps, mentorId))
    },
    nextDue: () => waitlist.findNextDue(db.query, clock.now()),
  }
}
export type PlaceOffers = ReturnType<typeof createPlaceOffers>

/** Safe to repeat and to run beside itself: the lock of the capacity has one follow the other. */
async function settleAlone(deps: Deps, mentorId: string) {
  await deps.db.transact((tx) => settle(deps, tx, mentorId))
}

async function settle(deps: Deps, tx: Tx, mentorId: string): Promise<number | null> {
  const { clock, placeNotifications, hasNoTimes } = deps
  const capacity = await places.lockCapacity(tx, mentorId)
  const now = clock.now()
  // What could not be taken was not let pass.
  const isSelling = !(await places.isShutOut(tx, mentorId)) && !(await hasNoTimes(mentorId))
  await (isSelling ? takeBackFromKeptOut : takeOffersBack)(tx, mentorId, now)
  const passed = await waitlist.deleteOver(tx, mentorId, now)
  await passedOffers.insertPassed(tx, passed, now)
  await placeNotifications.over(tx, { mentorId, menteeIds: passed.map(({ menteeId }) => menteeId) })
  if (isSelling) await offerFree(deps, tx, mentorId, capacity)
  if (capacity !== null) await waitlist.noteFull(tx, mentorId)
  return capacity
}

async function offerFree(
  { clock, placeNotifications }: Deps,
  tx: Tx,
  mentorId: string,
  capacity: number | null,
) {
  const now = clock.now()
  const waiting = await waitlist.findWaiting(tx, mentorId, { now, limit: offersMax })
  if (waiting.length === 0) return
  const free = capacity === null ? offersMax : capacity - (await places.countTaken(tx, mentorId))
  const until = after(now, hoursMs(limits.placeOfferHours))
  const first = { mentorId, menteeIds: waiting.slice(0, Math.max(0, free)) }
  if (first.menteeIds.length === 0) return
  const menteeIds = await waitlist.offerAll(tx, first, until)
  await placeNotifications.offered(tx, { mentorId, menteeIds }, until)
}
