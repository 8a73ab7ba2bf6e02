import type { SlotChanges } from '@marga/contract/slots'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Availabilities } from '../availability/availability.service.ts'
import { checkInterval, type Interval, movedWith, refuseClashes } from './recurrence.rules.ts'
import type { SlotEvents } from './slot-events.service.ts'
import { presentSlot } from './slots.presenter.ts'
import * as queries from './slots.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  availabilities: Availabilities
  slotEvents: SlotEvents
}
type Mentor = { id: string }
type Row = queries.NewSlot
type Skipped = { clashes: string[]; missingDays: string[] }

const noLongerOpen = 'This time has been booked or is over. It can no longer be changed.'
const startsOf = (rows: readonly Row[]) => rows.map(({ startsAt }) => startsAt.toISOString())
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

/** Slots that were published together: changed, moved and deleted from one of them on. Booked ones are never touched. */
export function createSlotSeries(deps: Deps) {
  return {
    change: (mentor: Mentor, slotId: string, changes: SlotChanges) => change(deps, mentor, slotId, changes),
    remove: (mentor: Mentor, slotId: string) => remove(deps, mentor, slotId),
  }
}
export type SlotSeries = ReturnType<typeof createSlotSeries>

/** @throws AppError not_found, slot_unavailable, slot_overlap, invalid_request */
async function change(deps: Deps, mentor: Mentor, slotId: string, changes: SlotChanges) {
  const { db, slotEvents } = deps
  return db.transact(async (tx) => {
    const { scope, move: isMoving } = changes
    const { slot, now, open, kept } = await choose(deps, tx, mentor, slotId, {
      scope,
      isLeaving: isMoving !== undefined,
    })
    const text = textOf(changes)
    await queries.rewriteSlots(tx, idsOf(open), text)
    let idOf = new Map<string, string>()
    let skipped: Skipped = { clashes: [], missingDays: [] }
    if (changes.move) {
      const { timeZone, ...to } = changes.move
      checkInterval({ ...to, type: slot.type }, now, 'move')
      const from = { start: slot.startsAt, end: slot.endsAt }
      const rows = open.map((row) => queries.newSlotOf({ ...row, ...text }))
      const along = (span: Interval) => movedWith(span, { from, to, timeZone })
      ;({ idOf, skipped } = await move(deps, tx, rows, { along, skipClashes: changes.skipClashes, now }))
    }
    const nowCalled = (id: string) => idOf.get(id) ?? id
    const changed = await queries.slotsByIds(tx, idsOf(open).map(nowCalled))
    const first = changed[0]!
    await slotEvents.schedule(tx, first, 'changed', changed.length)
    await slotEvents.status(tx, [first], 'open')
    const data = changed.find(({ id }) => id === nowCalled(slotId)) ?? slot
    return { data: presentSlot(data), changed: changed.map(presentSlot), kept, skipped }
  })
}

/** As much of the text as is to change. */
const textOf = ({ mentorPreferences, description }: SlotChanges) => ({
  ...(mentorPreferences === undefined ? {} : { mentorPreferences }),
  ...(description === undefined ? {} : { mentorDescription: description }),
})

/** Deletes the open ones. @throws AppError not_found, slot_unavailable */
async function remove(deps: Deps, mentor: Mentor, slotId: string) {
  const { db, slotEvents } = deps
  return db.transact(async (tx) => {
    const of = { scope: 'following', isLeaving: true } as const
    const { slot, open, kept } = await choose(deps, tx, mentor, slotId, of)
    await queries.deleteSlots(tx, idsOf(open))
    const first = open[0]!
    await slotEvents.schedule(tx, first, 'removed', open.length)
    await slotEvents.status(tx, [first], 'deleted')
    return { data: presentSlot(slot), isCallReturned: false, removed: open.length, kept }
  })
}

/** `isLeaving`: the time is given up. */
type Choice = { scope: SlotChanges['scope']; isLeaving: boolean }

/** Locked: whoever books at the same time either came before, and keeps the slot, or finds it gone. */
async function choose(
  { clock, availabilities }: Deps,
  tx: Tx,
  mentor: Mentor,
  slotId: string,
  { scope, isLeaving }: Choice,
) {
  const slot = await queries.findSlot(tx, slotId)
  if (slot?.mentorId !== mentor.id) throw new AppError('not_found')
  // The hours are locked before slots, as by who books.
  if (isLeaving) await availabilities.lock(tx, mentor.id)
  const now = clock.now()
  const ahead = (await queries.lockSeries(tx, slot, scope)).filter(({ startsAt }) => startsAt > now)
  const open = ahead.filter(({ status }) => status === 'open')
  if (open.length === 0) throw new AppError('slot_unavailable', { message: noLongerOpen })
  // Else the weekly hours would bring them back, whether they or the mentor had published them.
  if (isLeaving) await availabilities.keepClosed(tx, mentor.id, open)
  return { slot, now, open, kept: ahead.filter(({ status }) => status === 'booked').length }
}

/**
 * Moved ones are made anew under new ids: a mentee who is looking at the old time cannot book the new one by it.
 * What cannot be moved stays when `skipClashes` says so.
 */
async function move(
  { newId }: Deps,
  tx: Tx,
  rows: readonly Row[],
  how: { along: (span: Interval) => Interval | string; skipClashes: boolean; now: Date },
) {
  const missingDays: string[] = []
  const movable = rows.flatMap((was) => {
    const to = how.along({ start: was.startsAt, end: was.endsAt })
    if (typeof to === 'string') {
      missingDays.push(to)
      return []
    }
    return [{ was, row: { ...was, id: newId(), startsAt: to.start, endsAt: to.end, createdAt: how.now } }]
  })
  await queries.deleteSlots(tx, idsOf(movable.map(({ was }) => was)))
  const refused = await queries.insertSlots(
    tx,
    movable.map(({ row }) => row),
  )
  const skipped: Skipped = { clashes: startsOf(refused), missingDays }
  const placed = movable.filter(({ row }) => !refused.includes(row))
  if (!how.skipClashes || placed.length === 0) refuseClashes(skipped, 'move.start')
  const back = movable.filter(({ row }) => refused.includes(row)).map(({ was }) => was)
  // Where they stood may by now be taken by another of the series.
  const inTheWay = startsOf(await queries.insertSlots(tx, back))
  refuseClashes({ clashes: inTheWay, missingDays: [] }, 'move.start')
  return { idOf: new Map(placed.map(({ was, row }) => [was.id, row.id])), skipped }
}
