import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { keepQuery, preparedOne } from '../../platform/db/prepared-statements.ts'
import type { Slot as SlotTable } from '../../platform/db/types.generated.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'
import { isBookable as bookable } from '../search/bookable-fragments.queries.ts'
import { type SlotRow, slotColumns, slots } from './slots.queries.ts'

export type BookingRequest = { slotId: string; menteeId: string }
type AskedBy = BookingRequest & { now: Date }
type ManyAsked = { slotIds: string[]; menteeIds: string[]; now: Date }

/** What decides about bookings: each slot as it is, who asks for it, and the enrollment that would pay. */
const bookingCandidates = (db: Db, asked: RawBuilder<{ slotId: string; bookerId: string }>, now: Date) =>
  slots(db)
    .innerJoin(asked.as('asked'), 'asked.slotId', 'slot.id')
    .innerJoin('account as booker', 'booker.id', 'asked.bookerId')
    .leftJoin('enrollment as payer', (join) =>
      join
        .onRef('payer.menteeId', '=', 'booker.id')
        .onRef('payer.mentorId', '=', 'slot.mentorId')
        .on('payer.status', '!=', 'ended'),
    )
    .select([
      'booker.id as bookerId',
      'booker.isRestricted as isBookerRestricted',
      'booker.firstName as bookerFirstName',
      'booker.lastName as bookerLastName',
      'booker.profileImageUrl as bookerImage',
      'booker.timeZone as bookerTimeZone',
      'payer.id as payerId',
      'payer.status as payerStatus',
      'payer.periodEnd',
      'payer.pastDueSince',
      'payer.pausedFrom',
      'payer.pausedUntil',
      'payer.periodNo',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('sessionCredit as usable')
            .select('usable.id')
            .whereRef('usable.enrollmentId', '=', 'payer.id')
            .where('usable.status', '=', 'free')
            .where('usable.lapsesAt', '>', now),
        )
        .as('hasCredit'),
    )
    .select(isBlockBetween('booker.id', 'slot.mentorId').as('isBlocked'))
    .select(bookable(now).as('isBookable'))
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('availability as limited')
            .select('limited.mentorId')
            .whereRef('limited.mentorId', '=', 'slot.mentorId')
            .where(({ or, eb }) =>
              or([eb('limited.maxPerDay', 'is not', null), eb('limited.maxPerWeek', 'is not', null)]),
            ),
        )
        .as('hasMaximum'),
    )
export type BookingCandidate = Awaited<
  ReturnType<ReturnType<typeof bookingCandidates>['executeTakeFirstOrThrow']>
>

const oneAsked = ({ slotId, menteeId }: BookingRequest) =>
  sql<{
    slotId: string
    bookerId: string
  }>`(select ${slotId}::uuid as slot_id, ${menteeId}::uuid as booker_id)`

const findOne = keepQuery((db, asked: AskedBy) => bookingCandidates(db, oneAsked(asked), asked.now))
const lockOne = keepQuery((db, asked: AskedBy) =>
  bookingCandidates(db, oneAsked(asked), asked.now).forUpdate('slot'),
)

/** @param isLocking takes the slot's row lock */
export const findBookingCandidate = async (
  db: Db,
  request: BookingRequest,
  { now, isLocking = false }: { now: Date; isLocking?: boolean },
): Promise<BookingCandidate | undefined> =>
  (await (isLocking ? lockOne : findOne)(db, { ...request, now }))[0]

const findMany = keepQuery((db, { slotIds, menteeIds, now }: ManyAsked) =>
  bookingCandidates(
    db,
    sql`(select * from unnest(${slotIds}::uuid[], ${menteeIds}::uuid[]) as given (slot_id, booker_id))`,
    now,
  ),
)

/** The same of many who ask at once; without locks. @returns one for each, undefined where there is no such slot */
export async function findBookingCandidates(
  db: Db,
  requests: readonly BookingRequest[],
  now: Date,
): Promise<(BookingCandidate | undefined)[]> {
  if (requests.length === 1) return [await findBookingCandidate(db, requests[0]!, { now })]
  const distinct = [...new Map(requests.map((request) => [keyOf(request), request])).values()]
  const found = await findMany(db, {
    slotIds: distinct.map(({ slotId }) => slotId),
    menteeIds: distinct.map(({ menteeId }) => menteeId),
    now,
  })
  const candidates = new Map(
    found.map((candidate) => [keyOf({ slotId: candidate.id, menteeId: candidate.bookerId }), candidate]),
  )
  return requests.map((request) => candidates.get(keyOf(request)))
}

const keyOf = ({ slotId, menteeId }: BookingRequest) => `${slotId} ${menteeId}`

export type Claim = BookingRequest & {
  bookingId: string
  moves?: number
  /** Of a booking that moves here: its calendar entry goes on counting. */
  calendarSequence?: number
  topic: string | null
  topicDescription: string | null
  enrollmentId: string | null
  chargedPeriod: number | null
}

/**
 * Claims the slot only while it can be booked: one winner, whatever the number of racers.
 * @param of.isAgreed the mentor has agreed to the time, whatever notice and maxima say
 */
export const claimOpenSlot = (
  db: Db,
  type: 'session' | 'intro',
  { slotId, ...claim }: Claim,
  { now, isAgreed = false }: { now: Date; isAgreed?: boolean },
): Promise<Selectable<SlotTable> | undefined> =>
  preparedOne(
    db,
    db
      .updateTable('slot')
      .set({ status: 'booked', ...claim, bookedAt: now })
      .where('id', '=', slotId)
      .where('type', '=', type)
      .where('status', '=', 'open')
      .where('startsAt', '>', now)
      .$if(!isAgreed, (query) => query.where(bookable(now)))
      .returning(slotColumns),
  )

/** The slot after its claim. */
export const bookedRow = (
  candidate: BookingCandidate,
  claimed: Selectable<SlotTable> & { creditId: string | null },
): SlotRow => ({
  ...candidate,
  ...claimed,
  menteeFirstName: candidate.bookerFirstName,
  menteeLastName: candidate.bookerLastName,
  menteeImage: candidate.bookerImage,
  menteeTimeZone: candidate.bookerTimeZone,
  paidByStatus: claimed.enrollmentId === null ? null : candidate.payerStatus,
  paidUntil: claimed.enrollmentId === null ? null : candidate.periodEnd,
})

/** @param of.leaving the slot that the booking moves away from */
export const isBookable = async (db: Db, slotId: string, { now, leaving }: { now: Date; leaving: string }) =>
  (await db
    .selectFrom('slot')
    .select('id')
    .where('id', '=', slotId)
    .where(bookable(now, { leaving }))
    .executeTakeFirst()) !== undefined

/**
 * Whoever shuts the mentor out waits for this transaction, and then finds what it has booked; or this one waits, and
 * sees them shut out.
 */
export const holdMentor = (db: Db, mentorId: string) =>
  db.selectFrom('account').select('id').where('id', '=', mentorId).forShare().execute()

export const hasUsedIntro = async (db: Db, menteeId: string, mentorId: string) =>
  (await db
    .selectFrom('slot')
    .select('id')
    .where('menteeId', '=', menteeId)
    .where('mentorId', '=', mentorId)
    .where('type', '=', 'intro')
    .where('status', '!=', 'cancelled')
    // One that the mentor did not come to may be booked again.
    .where(({ or, eb }) => or([eb('missedBy', 'is', null), eb('missedBy', '!=', 'mentor')]))
    .limit(1)
    .executeTakeFirst()) !== undefined
