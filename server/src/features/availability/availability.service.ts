import type { Availability } from '@marga/contract/availability'
import { limits } from '@marga/contract/limits'
import type { SlotStatus } from '@marga/contract/slot-states'
import type { Slot } from '@marga/contract/slots'
import { wallClock } from '@marga/contract/wall-clock'
import { addDays, instantAt } from '@marga/contract/zoned-time'
import type { Clock } from '../../platform/clock.ts'
import { defaultTimeZone } from '../../platform/date-format.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/errors.ts'
import type { Places } from '../places/places.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import { defaultAvailability, presentAvailability } from './availability.presenter.ts'
import * as queries from './availability.queries.ts'
import { isConflict } from './conflicts.rules.ts'
import { overridesWithout } from './day-overrides.rules.ts'
import type { FeedRequests } from './feed-requests.service.ts'
import type { LayoutRequests } from './layout-requests.service.ts'
import type { Vacations } from './vacations.service.ts'

type Deps = {
  db: Database
  clock: Clock
  places: Places
  searchIndex: SearchIndex
  vacations: Vacations
  layoutRequests: LayoutRequests
  feedRequests: FeedRequests
  /** The mentor's booked sessions that are not over, the first on top. */
  findBookedAhead: (db: Db, mentorId: string, limit: number) => Promise<Slot[]>
}
type TakenBack = { startsAt: Date; endsAt: Date; status: SlotStatus; isLaidOut: boolean }
type Answer = { availability: Availability; conflicts: Slot[] }

/** Hours of each week with their exceptions, of each mentor. */
export function createAvailabilities(deps: Deps) {
  return {
    get: async (mentorId: string) => withConflicts(deps, mentorId, await find(deps, deps.db.query, mentorId)),
    set: (mentorId: string, form: Availability) => set(deps, mentorId, form),
    /** What `set` would answer. @throws AppError invalid_request */
    async preview(mentorId: string, form: Availability) {
      await queries.checkZone(deps.db.query, form.timeZone)
      await deps.vacations.check(mentorId, form.vacations, form.timeZone)
      return withConflicts(deps, mentorId, forgetPast(deps, form))
    },
    /** Locks the hours: nobody publishes or lays out slots of the mentor until the commit. Undefined without any. */
    lock: (tx: Tx, mentorId: string) => lock(deps, tx, mentorId),
    /** Where the mentor has a maximum, bookings follow one another from here on. */
    lockMaxima: (tx: Tx, mentorId: string) => queries.lockMaxima(tx, mentorId),
    keepClosed: (tx: Tx, mentorId: string, taken: readonly TakenBack[]) =>
      keepClosed(deps, tx, mentorId, taken),
    laidOut: (tx: Tx, mentorId: string, timeZone: string) => markLaidOut(deps, tx, mentorId, timeZone),
  }
}
export type Availabilities = ReturnType<typeof createAvailabilities>

async function find({ vacations }: Deps, db: Db, mentorId: string): Promise<Availability> {
  const row = await queries.findAvailability(db, mentorId)
  const timeZone = row?.timeZone ?? (await vacations.zoneOf(db, mentorId))
  const ahead = await vacations.listIn(db, mentorId, timeZone)
  return row ? presentAvailability(row, ahead) : defaultAvailability(timeZone, ahead)
}

/** @throws AppError invalid_request, naming what is over */
async function set(deps: Deps, mentorId: string, form: Availability): Promise<Answer> {
  const { db, clock, places, vacations, searchIndex, layoutRequests, feedRequests } = deps
  await db.transact(async (tx) => {
    const now = clock.now()
    await queries.lockAvailability(tx, mentorId)
    await queries.checkZone(tx, form.timeZone)
    const earlierZone = await vacations.zoneOf(tx, mentorId)
    await vacations.replace(tx, mentorId, form.vacations, form.timeZone)
    const { vacations: _, ...hours } = forgetPast(deps, form)
    // The default may have been left as it was: that says nothing.
    if (form.timeZone !== defaultTimeZone) await queries.nameZoneOfAccount(tx, mentorId, form.timeZone)
    await queries.putAvailability(tx, { ...hours, mentorId, savedAt: now, nextLayoutAt: now })
    // Whole days and times without a zone are meant by the mentor's clock.
    if (form.timeZone !== earlierZone) await feedRequests.anew(tx, mentorId)
    await searchIndex.refreshNextAvailable(tx, [mentorId])
    await layoutRequests.request(tx, [mentorId])
    // There may be more of them.
    await places.freed(tx, mentorId)
  })
  return withConflicts(deps, mentorId, await find(deps, db.query, mentorId))
}

/** A zone may still have the day before. */
function forgetPast({ clock }: Deps, form: Availability): Availability {
  const yesterday = addDays(wallClock(clock.now(), form.timeZone).day, -1)
  return { ...form, overrides: form.overrides.filter(({ date }) => date >= yesterday) }
}

async function withConflicts(
  { db, clock, findBookedAhead }: Deps,
  mentorId: string,
  availability: Availability,
): Promise<Answer> {
  const booked = await findBookedAhead(db.query, mentorId, limits.unpagedListMax)
  const busyTimes = await queries.findBusyTimes(db.query, mentorId, clock.now())
  const spanOf = ({ start, end }: Slot) => ({ start: new Date(start), end: new Date(end) })
  const conflicts = booked.filter((slot) => isConflict(availability, busyTimes, spanOf(slot)))
  return { availability, conflicts }
}

async function lock({ vacations }: Deps, tx: Tx, mentorId: string) {
  const row = await queries.lockAvailability(tx, mentorId)
  if (!row) return undefined
  const ahead = await vacations.listIn(tx, mentorId, row.timeZone)
  return { ...presentAvailability(row, ahead), isUnlisted: await queries.isUnlisted(tx, mentorId) }
}

/**
 * What the mentor takes back does not come back: the hours of the day are without it. Where there are as many single
 * days as can be, a booked one and one published by hand may come back, open: no limit keeps a session from being
 * cancelled or moved, or a long series from being deleted.
 * @throws AppError invalid_request of an open one of the hours, when there are too many single days
 */
async function keepClosed(deps: Deps, tx: Tx, mentorId: string, taken: readonly TakenBack[]) {
  const hours = await lock(deps, tx, mentorId)
  if (!hours) return
  let kept = forgetPast(deps, hours)
  let isChanged = false
  for (const { startsAt, endsAt, status, isLaidOut } of taken) {
    if (endsAt <= deps.clock.now()) continue
    const overrides = overridesWithout(kept, { start: startsAt, end: endsAt })
    if (!overrides) continue
    if (overrides.length <= limits.overridesMax) {
      kept = { ...kept, overrides }
      isChanged = true
    } else if (status === 'open' && isLaidOut) throw tooManyDays()
  }
  if (isChanged) await queries.writeOverrides(tx, mentorId, kept.overrides)
}

const tooManyDays = () =>
  invalidField(
    'slotId',
    'There are too many exceptions to keep this one. Change the day in your weekly hours.',
  )

async function markLaidOut({ clock }: Deps, tx: Tx, mentorId: string, timeZone: string) {
  const laidOutAt = clock.now()
  const tomorrow = addDays(wallClock(laidOutAt, timeZone).day, 1)
  await queries.writeLaidOut(tx, mentorId, { laidOutAt, nextLayoutAt: instantAt(tomorrow, 0, timeZone) })
}
