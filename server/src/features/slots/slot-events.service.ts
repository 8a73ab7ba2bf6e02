import type { ServerEvents } from '@marga/contract/realtime'
import { formatShortMoment } from '../../platform/date-format.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { LayoutRequests } from '../availability/layout-requests.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { ForSomebody } from '../notifications/grouping.rules.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import { cancelledByOther, cancelledByUs, scheduleChanged } from './slot-texts.rules.ts'
import { timeZonesOf } from './slots.queries.ts'

type Deps = {
  db: Database
  realtime: Realtime
  enrollments: Enrollments
  notifications: Notifications
  searchIndex: SearchIndex
  layoutRequests: LayoutRequests
}

type Opening = { id: string; mentorId: string; startsAt: Date }
type Verb = 'new' | 'changed' | 'removed'
type SchedulerEvent = ServerEvents['scheduler'] & { accountId: string }
type News = Pick<ForSomebody, 'accountId' | 'content' | 'together' | 'link'>
/** The words of one moment, as each of them reads it. */
type WhenTo = (accountId: string, moment: Date) => string

/** Who hears of a change to a slot: written in the change's transaction, sent after its commit. */
export function createSlotEvents(deps: Deps) {
  return {
    schedule: (tx: Tx, slot: Opening, verb: Verb, times = 1) => tellSchedule(deps, tx, slot, verb, times),
    cancelled: (tx: Tx, slot: Opening & { menteeId: string | null; mentorFirstName: string }) =>
      tellCancelled(deps, tx, slot),
    cancelledByUs: (
      tx: Tx,
      mentor: { id: string; firstName: string },
      slots: readonly (Opening & { menteeId: string | null })[],
    ) => tellCancelledByUs(deps, tx, mentor, slots),
    status: (
      tx: Tx,
      slots: readonly { id: string; mentorId: string }[],
      status: ServerEvents['slots']['status'],
    ) => tellStatus(deps, tx, slots, status),
    /** Open slots of a mentor follow the hours or another calendar, of which this one stands for all. */
    laidOut: (tx: Tx, slot: { id: string; mentorId: string }, status: 'open' | 'deleted') =>
      refreshCalendars(deps, tx, [slot], status),
  }
}
export type SlotEvents = ReturnType<typeof createSlotEvents>

/** Tells mentees that the mentor's schedule changed: by so many slots, of which this is the first. */
async function tellSchedule(deps: Deps, tx: Tx, slot: Opening, verb: Verb, times: number) {
  const menteeIds = await deps.enrollments.menteeIdsOf(tx, slot.mentorId)
  const when = await whenTo(tx, menteeIds)
  // Older tabs drop an event with a word that they do not know.
  const change = verb === 'removed' ? 'deleted' : 'published'
  const news = menteeIds.map((accountId) => scheduleNews(slot, { verb, times }, accountId, when))
  await tell(deps, tx, slot, change, news)
}

/** Whoever had the session hears that it was cancelled, the other mentees that the schedule changed. */
async function tellCancelled(
  deps: Deps,
  tx: Tx,
  slot: Opening & { menteeId: string | null; mentorFirstName: string },
) {
  const enrolled = await deps.enrollments.menteeIdsOf(tx, slot.mentorId)
  const menteeIds = [...new Set(slot.menteeId ? [...enrolled, slot.menteeId] : enrolled)]
  const when = await whenTo(tx, menteeIds)
  const other = { id: slot.mentorId, firstName: slot.mentorFirstName }
  const news = menteeIds.map((accountId) =>
    accountId === slot.menteeId
      ? {
          accountId,
          ...cancelledByOther({ when: when(accountId, slot.startsAt), other }),
          link: '/mentees/booked-slots',
        }
      : scheduleNews(slot, { verb: 'removed', times: 1 }, accountId, when),
  )
  await tell(deps, tx, slot, 'cancelled', news)
}

function scheduleNews(
  { mentorId, startsAt }: Opening,
  { verb, times }: { verb: Verb; times: number },
  accountId: string,
  when: WhenTo,
): News {
  const moment = when(accountId, startsAt)
  const item = times > 1 ? `${times} ${verb} from ${moment}` : `${verb} ${moment}`
  return {
    accountId,
    ...scheduleChanged(mentorId, item),
    link: `/mentees/schedules?mentor=${mentorId}`,
  }
}

/** Tells the mentees of sessions that ended with what was decided about their mentor. */
async function tellCancelledByUs(
  deps: Deps,
  tx: Tx,
  mentor: { id: string; firstName: string },
  slots: readonly (Opening & { menteeId: string | null })[],
) {
  const menteeIds = slots.map(({ menteeId }) => menteeId!)
  const when = await whenTo(tx, menteeIds)
  const stored = await deps.notifications.storeAll(
    tx,
    slots.map(({ startsAt }, index) => ({
      accountId: menteeIds[index]!,
      type: 'alert',
      ...cancelledByUs({ when: when(menteeIds[index]!, startsAt), other: mentor }),
      link: '/mentees/booked-slots',
    })),
  )
  emitAfterCommit(
    deps,
    slots.map(({ id }, index) => ({
      accountId: menteeIds[index]!,
      mentorId: mentor.id,
      slotId: id,
      change: 'cancelled',
      notification: stored[index]!,
    })),
  )
}

async function whenTo(tx: Tx, accountIds: readonly string[]): Promise<WhenTo> {
  const zones = await timeZonesOf(tx, accountIds)
  return (accountId, moment) => formatShortMoment(moment, zones.get(accountId) ?? null)
}

/** One stored notification each, carried by the event. */
async function tell(
  deps: Deps,
  tx: Tx,
  { id: slotId, mentorId }: { id: string; mentorId: string },
  change: SchedulerEvent['change'],
  news: readonly News[],
) {
  const stored = await deps.notifications.storeAll(
    tx,
    news.map((one) => ({ ...one, type: 'alert' })),
  )
  emitAfterCommit(
    deps,
    news.map(({ accountId }, index) => ({
      accountId,
      mentorId,
      slotId,
      change,
      notification: stored[index]!,
    })),
  )
}

const emitAfterCommit = ({ db, realtime }: Deps, events: readonly SchedulerEvent[]) =>
  db.afterCommit(() => {
    realtime.emitEach(
      'scheduler',
      events.map(({ accountId, ...payload }) => [accountId, payload]),
    )
  })

/** Refreshes the calendars; and what is laid out around these slots follows them. */
async function tellStatus(
  deps: Deps,
  tx: Tx,
  slots: readonly { id: string; mentorId: string }[],
  status: ServerEvents['slots']['status'],
) {
  await refreshCalendars(deps, tx, slots, status)
  await deps.layoutRequests.request(tx, [...new Set(slots.map(({ mentorId }) => mentorId))])
}

/** Refreshes the calendars of everybody who may see the slot; no toast. */
async function refreshCalendars(
  { db, realtime, enrollments, searchIndex }: Deps,
  tx: Tx,
  slots: readonly { id: string; mentorId: string }[],
  status: ServerEvents['slots']['status'],
) {
  const mentorIds = [...new Set(slots.map(({ mentorId }) => mentorId))]
  const menteeIds = await enrollments.menteeIdsOfAll(tx, mentorIds)
  db.afterCommit(() => {
    for (const { id, mentorId } of slots) {
      const watching = [mentorId, ...(menteeIds.get(mentorId) ?? [])]
      realtime.emit(watching, 'slots', { mentorId, slotId: id, status })
    }
  })
  await searchIndex.refreshNextAvailable(tx, mentorIds, 'times')
}
