import { wallClock } from '@marga/contract/wall-clock'
import { expandWeeklyHours } from '@marga/contract/weekly-hours'
import { addDays, instantAt, weekOf } from '@marga/contract/zoned-time'
import { type Clock, type NewId, secondsMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Availabilities } from '../availability/availability.service.ts'
import type { LayoutRequests } from '../availability/layout-requests.service.ts'
import type { SlotEvents } from './slot-events.service.ts'
import * as queries from './slot-layout.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  availabilities: Availabilities
  layoutRequests: LayoutRequests
  slotEvents: SlotEvents
}
type Template = NonNullable<Awaited<ReturnType<Availabilities['lock']>>>
/** `isPassedOver`: a slot that was being booked could not be looked at. */
type Changes = { added: string[]; removed: string[]; isPassedOver: boolean }

/** Whoever was booking has done so by then, or has not. */
const againMs = secondsMs(1)

/** Weekly hours laid out as slots, and open slots hidden under busy times. */
export function createSlotLayout(deps: Deps) {
  return { refresh: (mentorId: string) => layOutAnew(deps, mentorId) }
}
export type SlotLayout = ReturnType<typeof createSlotLayout>

/** Safe to repeat and to run beside itself: it follows what is there, under the lock of the hours. */
async function layOutAnew(deps: Deps, mentorId: string) {
  const { db, clock, availabilities, layoutRequests, slotEvents } = deps
  await db.transact(async (tx) => {
    const now = clock.now()
    const template = await availabilities.lock(tx, mentorId)
    if (template?.isUnlisted) return
    const { added, removed, isPassedOver } = template
      ? await followHours(deps, tx, mentorId, { template, now })
      : { added: [], removed: [], isPassedOver: false }
    const changed = await queries.hideUnderBusyTimes(tx, mentorId, now)
    if (template) await availabilities.laidOut(tx, mentorId, template.timeZone)
    const [open] = [...added, ...changed]
    const [gone] = removed
    // One word for all of them: pages ask for the calendar anew.
    if (open) await slotEvents.laidOut(tx, { id: open, mentorId }, 'open')
    else if (gone) await slotEvents.laidOut(tx, { id: gone, mentorId }, 'deleted')
    if (isPassedOver || (await queries.hasWronglyHidden(tx, mentorId, now)))
      await layoutRequests.request(tx, [mentorId], { delayMs: againMs })
  })
}

/**
 * Takes away the open slots that the hours do not make any more, and adds those that are missing; what stays keeps its
 * id. Nothing booked, being booked or made by hand is touched: the hours go around it.
 */
async function followHours(
  { newId }: Deps,
  tx: Tx,
  mentorId: string,
  { template, now }: { template: Template; now: Date },
): Promise<Changes> {
  const own = await queries.lockOpenLaidOut(tx, mentorId, now)
  const ownIds = new Set(own.map(({ id }) => id))
  const standing = await queries.findStanding(tx, mentorId, beforeThisWeek(now, template.timeZone))
  const fixed = standing.filter(({ id }) => !ownIds.has(id))
  const spans = expandWeeklyHours(
    template,
    fixed.map(({ startsAt, endsAt, status }) => ({
      ...{ start: startsAt, end: endsAt },
      isBooked: status !== 'open',
    })),
    now,
  )
  const wanted = new Map(
    spans.map(({ start, end }) => [keyOf(start, end), { id: newId(), startsAt: start, endsAt: end }]),
  )
  const removed = own.filter(({ startsAt, endsAt }) => !wanted.delete(keyOf(startsAt, endsAt)))
  const added = [...wanted.values()]
  if (removed.length > 0) await queries.deleteLaidOut(tx, idsOf(removed))
  if (added.length > 0) await queries.insertLaidOut(tx, mentorId, added, now)
  const isPassedOver = fixed.some(
    ({ status, isLaidOut, startsAt }) => status === 'open' && isLaidOut && startsAt > now,
  )
  return { added: idsOf(added), removed: idsOf(removed), isPassedOver }
}

const keyOf = (start: Date, end: Date) => `${start.getTime()} ${end.getTime()}`
const idsOf = (slots: readonly { id: string }[]) => slots.map(({ id }) => id)

/** What is booked since Monday counts for the maximum of this week. */
function beforeThisWeek(now: Date, timeZone: string): Date {
  const [monday] = weekOf(wallClock(now, timeZone).day)
  return instantAt(addDays(monday!, -1), 0, timeZone)
}
