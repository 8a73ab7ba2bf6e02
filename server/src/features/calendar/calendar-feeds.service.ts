import { createHmac, timingSafeEqual } from 'node:crypto'
import { roleApiBase } from '@marga/contract/roles'
import { sql } from 'kysely'
import { parse as uuidBytes, stringify as uuidText } from 'uuid'
import type { Actor } from '../../platform/actor.ts'
import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import { uidOf, writeCalendar } from './icalendar.rules.ts'

type Deps = { db: Database; clock: Clock; secret: Uint8Array; productName: string; publicUrl: () => string }
type Member = Actor<'mentee' | 'mentor'>

const shownPastDays = 90

/** The secret address of somebody's calendar: derived, so that it can be shown again and is stored nowhere. */
export function createCalendarFeeds({ db, clock, secret, productName, publicUrl }: Deps) {
  const proofOf = (accountId: string, generation: number) =>
    createHmac('sha256', secret).update(`calendar\0${accountId}\0${generation}`).digest().subarray(0, 24)
  const write = (actor: Member, generation: number) => {
    const key = Buffer.concat([Buffer.from(uuidBytes(actor.id)), proofOf(actor.id, generation)]).toString(
      'base64url',
    )
    return `${publicUrl()}${roleApiBase[actor.role]}/calendar/${key}.ics`
  }

  return {
    async addressOf(actor: Member) {
      const { calendarGeneration } = await db.query
        .selectFrom('account')
        .select('calendarGeneration')
        .where('id', '=', actor.id)
        .executeTakeFirstOrThrow()
      return write(actor, calendarGeneration)
    },

    async renew(actor: Member) {
      const { calendarGeneration } = await db.query
        .updateTable('account')
        .set({ calendarGeneration: sql`calendar_generation + 1` })
        .where('id', '=', actor.id)
        .returning('calendarGeneration')
        .executeTakeFirstOrThrow()
      return write(actor, calendarGeneration)
    },

    /** The booked sessions behind a secret, as text/calendar. @throws AppError not_found */
    async read(role: 'mentee' | 'mentor', key: string) {
      const bytes = Buffer.from(key, 'base64url')
      if (bytes.length !== 40) throw new AppError('not_found')
      const accountId = uuidText(bytes.subarray(0, 16))
      const account = await db.query
        .selectFrom('account')
        .select(['id', 'calendarGeneration'])
        .where('id', '=', accountId)
        .where('role', '=', role)
        .where('isBlocked', '=', false)
        .where('deletedAt', 'is', null)
        .executeTakeFirst()
      if (!account || !timingSafeEqual(bytes.subarray(16), proofOf(account.id, account.calendarGeneration))) {
        throw new AppError('not_found')
      }
      return writeCalendar(productName, 'PUBLISH', await eventsOf(role, account.id))
    },
  }

  async function eventsOf(role: 'mentee' | 'mentor', accountId: string) {
    const [own, other] =
      role === 'mentee' ? (['menteeId', 'mentorId'] as const) : (['mentorId', 'menteeId'] as const)
    const rows = await db.query
      .selectFrom('slot')
      .innerJoin('account', 'account.id', `slot.${other}`)
      .select([
        'slot.id',
        'slot.bookingId',
        'slot.startsAt',
        'slot.endsAt',
        'slot.topic',
        'slot.bookedAt',
        'slot.calendarSequence',
        'account.firstName',
        'account.lastName',
      ])
      .where(`slot.${own}`, '=', accountId)
      .where('slot.status', 'in', ['booked', 'completed'])
      .where('slot.startsAt', '>', after(clock.now(), -daysMs(shownPastDays)))
      .orderBy('slot.startsAt')
      .limit(500)
      .execute()
    return rows.map((row) => ({
      uid: uidOf(row.bookingId ?? row.id, publicUrl()),
      sequence: row.calendarSequence,
      start: row.startsAt,
      end: row.endsAt,
      summary: `Session with ${fullName(row)}`,
      description: row.topic ?? '',
      url: `${publicUrl()}/${role}s/connect/live/${row.id}`,
      stamp: row.bookedAt ?? clock.now(),
      status: 'CONFIRMED' as const,
    }))
  }
}
export type CalendarFeeds = ReturnType<typeof createCalendarFeeds>
