import type { ServerEvents } from '@marga/contract/realtime'
import { formatShortMoment } from '../../platform/date-format.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { LayoutRequests } from '../availability/layout-requests.service.ts'
import type { CommunityMembers } from '../chat/community-members.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import type { ScheduleNews } from './schedule-news.service.ts'
import { cancelledByOther, cancelledByUs } from './slot-texts.rules.ts'
import { timeZonesOf } from './slots.queries.ts'

type Deps = {
  db: Database
  realtime: Realtime
  communityMembers: Pick<CommunityMembers, 'tell'>
  notifications: Notifications
  searchIndex: SearchIndex
  layoutRequests: LayoutRequests
  scheduleNews: ScheduleNews
}

type Opening = { id: string; mentorId: string; startsAt: Date }
type Verb = 'new' | 'changed' | 'removed'
type SchedulerEvent = ServerEvents['scheduler'] & { accountId: string }
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
async function tellSchedule({ scheduleNews }: Deps, tx: Tx, slot: Opening, verb: Verb, times: number) {
  const { id: slotId, mentorId, startsAt } = slot
  // Older tabs drop an event with a word that they do not know.
  const change = verb === 'removed' ? 'deleted' : 'published'
  await scheduleNews.tell(tx, { slotId, mentorId, startsAt, change, verb, times, exceptId: null })
}

/** Whoever had the session hears that it was cancelled, the other mentees that the schedule changed. */
async function tellCancelled(
  deps: Deps,
  tx: Tx,
  slot: Opening & { menteeId: string | null; mentorFirstName: string },
) {
  const { id: slotId, mentorId, startsAt, menteeId } = slot
  const change = 'cancelled'
  if (menteeId) {
    const when = await whenTo(tx, [menteeId])
    const other = { id: mentorId, firstName: slot.mentorFirstName }
    const words = cancelledByOther({ when: when(menteeId, startsAt), other })
    const link = '/mentees/booked-slots'
    const [notification] = await deps.notifications.storeAll(tx, [
      { accountId: menteeId, type: 'alert', ...words, link },
    ])
    emitAfterCommit(deps, [{ accountId: menteeId, mentorId, slotId, change, notification: notification! }])
  }
  const news = { slotId, mentorId, startsAt, change, verb: 'removed', times: 1, exceptId: menteeId } as const
  await deps.scheduleNews.tell(tx, news)
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
  { db, communityMembers, searchIndex }: Deps,
  tx: Tx,
  slots: readonly { id: string; mentorId: string }[],
  status: ServerEvents['slots']['status'],
) {
  db.afterCommit(() => {
    for (const { id, mentorId } of slots)
      communityMembers.tell(mentorId, 'slots', { mentorId, slotId: id, status })
  })
  const mentorIds = [...new Set(slots.map(({ mentorId }) => mentorId))]
  await searchIndex.refreshNextAvailable(tx, mentorIds, 'times')
}
