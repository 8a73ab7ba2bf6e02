import type { Enrollment } from '@marga/contract/enrollments'
import { limits } from '@marga/contract/limits'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { formerListTimes } from '../../platform/db/former-list-times.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { presentPerson } from '../accounts/accounts.presenter.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import * as checkoutQueries from './checkouts.queries.ts'
import { presentEnrollment, presentPause } from './enrollments.presenter.ts'
import * as queries from './enrollments.queries.ts'
import { givesAccess } from './enrollments.rules.ts'
import * as payments from './payments.queries.ts'
import { sumOf, unusedOf } from './unused.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  cursors: Cursors
  sessionCredits: SessionCredits
}

/** Who is subscribed to whom, as the people concerned and other features read it. */
export function createEnrollments(deps: Deps) {
  const { db } = deps
  return {
    present: (row: queries.EnrollmentRow) => present(deps, row),
    ofPair: (menteeId: string, mentorId: string) => findOfPair(deps, { menteeId, mentorId }),
    ofMentee: async (menteeId: string): Promise<Enrollment[]> =>
      presentAll(deps, await queries.findOfMentee(db.query, menteeId, limits.unpagedListMax)),
    menteesOf: (mentorId: string, input: PageInput) => listMentees(deps, mentorId, input),
    payments: (menteeId: string, input: PageInput) => listPayments(deps, menteeId, input),
    menteeIdsOf: (tx: Db, mentorId: string) => queries.findEnrolledMenteeIds(tx, mentorId),
    /** Of a mentor's many live enrollments some, the newest first, after that one. */
    livePart: (tx: Db, mentorId: string, part: { after: string | null; limit: number }) =>
      queries.findLivePart(tx, mentorId, part),
    isLive: (tx: Db, pair: queries.Pair) => isLive(deps, tx, pair),
    /** Locks the enrollment that pays for a booking, to keep the one lock order: enrollment, then slot. */
    lockPayer: (tx: Tx, enrollmentId: string | null) =>
      enrollmentId === null ? Promise.resolve(undefined) : queries.lockById(tx, enrollmentId),
    /** The lock alone, for whoever reads the enrollment by the next statement. */
    holdPayer: queries.holdById,
    /** The one that runs between the two, locked. */
    lockLive: (tx: Tx, pair: queries.Pair) => queries.lockLive(tx, pair),
    /** The same for all of somebody, ended ones too, by id. */
    lockAllOf: async (tx: Tx, column: 'menteeId' | 'mentorId', id: string) =>
      new Map((await queries.lockAllOf(tx, column, id)).map((row) => [row.id, row])),
  }
}
export type { LiveEnrollment } from './enrollments.queries.ts'
export type Enrollments = ReturnType<typeof createEnrollments>

const present = async (deps: Deps, row: queries.EnrollmentRow): Promise<Enrollment> =>
  (await presentAll(deps, [row]))[0]!

async function presentAll(
  { db, clock, sessionCredits }: Deps,
  rows: queries.EnrollmentRow[],
): Promise<Enrollment[]> {
  const mentorIds = rows.map(({ mentorId }) => mentorId)
  const cards = new Map((await queries.findCards(db.query, mentorIds)).map((card) => [card.id, card]))
  const ids = rows.map(({ id }) => id)
  const balances = await sessionCredits.balances(db.query, rows)
  // Sessions ahead end with a refund, so what they hold counts as unused.
  const unused = await sessionCredits.unusedOfAll(db.query, ids)
  const paid = await payments.findPaid(db.query, ids)
  const over = rows.filter(({ status }) => status === 'ended').map(({ id }) => id)
  const subscribable = await checkoutQueries.findSubscribableAnew(db.query, over)
  const now = clock.now()
  return rows.flatMap((row) => {
    const card = cards.get(row.mentorId)
    if (!card) return []
    const isOf = ({ enrollmentId }: { enrollmentId: string | null }) => enrollmentId === row.id
    const owed = unusedOf(row, { unused: unused.filter(isOf), paid: paid.filter(isOf) }, now)
    const canSubscribeAgain = subscribable.has(row.id)
    const balance = balances.get(row.id)!
    return [presentEnrollment(row, card, { balance, unusedRupees: sumOf(owed), canSubscribeAgain, now })]
  })
}

async function findOfPair(deps: Deps, pair: queries.Pair): Promise<Enrollment | null> {
  const row = await queries.findLatestOfPair(deps.db.query, pair)
  return row ? present(deps, row) : null
}

async function listMentees({ db, clock, cursors, sessionCredits }: Deps, mentorId: string, input: PageInput) {
  const { items, nextCursor } = await cursors.page(
    queries.findEnrolledMentees(db.query, mentorId),
    {
      list: 'enrolled mentees',
      columns: ['enrollment.startedAt', 'enrollment.id'],
      order: 'desc',
      markOf: (row) => [row.startedAt, row.enrollmentId],
      dated: 'once',
    },
    input,
  )
  const enrollments = items.map((row) => ({ ...row, id: row.enrollmentId }))
  const balances = await sessionCredits.balances(db.query, enrollments)
  const enrolledMentees = items.map((row) => ({
    _id: row.enrollmentId,
    menteeId: presentPerson(row),
    status: row.status,
    startedAt: row.startedAt.toISOString(),
    ...presentPause(row, clock.now()),
    ...balances.get(row.enrollmentId)!,
    conversationId: row.conversationId,
  }))
  return { enrolledMentees, nextCursor }
}

async function listPayments({ db, cursors }: Deps, menteeId: string, input: PageInput) {
  const { items, nextCursor } = await cursors.page(
    payments.findPayments(db.query, menteeId),
    {
      list: 'payments',
      columns: ['payment.paidAt', 'payment.id'],
      order: 'desc',
      markOf: (row) => [row.paidAt, row.id],
      // One that was refused may be paid after all.
      dated: formerListTimes('payment.paidAt', 'payment.id'),
    },
    input,
  )
  const paid = items.map((row) => ({
    _id: row.id,
    mentorId: presentPerson({ ...row, id: row.mentorId }),
    amount: row.amount,
    refundedAmount: row.refundedAmount,
    status: row.status,
    isDisputed: row.isDisputed,
    paidAt: row.paidAt.toISOString(),
    receiptUrl: row.receiptUrl,
  }))
  return { payments: paid, nextCursor }
}

/** Whether the mentee may chat and book with this mentor right now. */
async function isLive({ clock }: Deps, tx: Db, pair: queries.Pair): Promise<boolean> {
  const row = await queries.findLive(tx, pair)
  return row !== undefined && givesAccess(row, clock.now())
}
