import { meetingTitle } from '@marga/contract/meeting-title'
import { type MemberRole, roleApiBase } from '@marga/contract/roles'
import type { Member } from '../../platform/actor.ts'
import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import * as queries from './calendar-feeds.queries.ts'
import { accountIdOfKey, isCalendarKey, writeCalendarKey } from './calendar-keys.rules.ts'
import { uidOf, writeCalendar } from './icalendar.rules.ts'

type Deps = { db: Database; clock: Clock; secret: Uint8Array; productName: string; publicUrl: () => string }

const shownPastDays = 90

/** The secret address of somebody's calendar: derived, so that it can be shown again and is stored nowhere. */
export function createCalendarFeeds(deps: Deps) {
  const { db } = deps
  return {
    addressOf: async (actor: Member) =>
      writeAddress(deps, actor, await queries.findGeneration(db.query, actor.id)),
    renew: async (actor: Member) =>
      writeAddress(deps, actor, await queries.advanceGeneration(db.query, actor.id)),
    read: (role: MemberRole, key: string) => read(deps, role, key),
  }
}
export type CalendarFeeds = ReturnType<typeof createCalendarFeeds>

function writeAddress({ secret, publicUrl }: Deps, actor: Member, generation: number) {
  const key = writeCalendarKey(secret, { accountId: actor.id, generation })
  return `${publicUrl()}${roleApiBase[actor.role]}/calendar/${key}.ics`
}

/** The booked sessions behind a secret, as text/calendar. @throws AppError not_found */
async function read(deps: Deps, role: MemberRole, key: string) {
  const { db, secret, productName } = deps
  const accountId = accountIdOfKey(key)
  if (!accountId) throw new AppError('not_found')
  const account = await queries.findFeedAccount(db.query, role, accountId)
  const feed = account && { accountId: account.id, generation: account.calendarGeneration }
  if (!feed || !isCalendarKey(secret, key, feed)) throw new AppError('not_found')
  return writeCalendar(productName, 'PUBLISH', await eventsOf(deps, role, feed.accountId))
}

async function eventsOf({ db, clock, publicUrl }: Deps, role: MemberRole, accountId: string) {
  const now = clock.now()
  const since = after(now, -daysMs(shownPastDays))
  const owner = { role, accountId }
  // Each of the two has its own bound: what a calendar program no longer finds here, it removes.
  const past = await queries.findPastSessions(db.query, owner, { since, before: now })
  const coming = await queries.findComingSessions(db.query, owner, now)
  return [...past.reverse(), ...coming].map((row) => ({
    uid: uidOf(row.bookingId ?? row.id, publicUrl()),
    sequence: row.calendarSequence,
    start: row.startsAt,
    end: row.endsAt,
    summary: meetingTitle(row.type, fullName(row)),
    description: row.topic ?? '',
    url: `${publicUrl()}/${role}s/connect/live/${row.id}`,
    stamp: row.bookedAt ?? now,
    status: 'CONFIRMED' as const,
  }))
}
