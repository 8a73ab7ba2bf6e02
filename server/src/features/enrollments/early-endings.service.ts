import type { MemberRole } from '@marga/contract/roles'
import type { CreditCase } from '@marga/contract/session-credit-cases'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Places } from '../places/places.service.ts'
import type { CreditPeriods } from '../session-credits/credit-periods.service.ts'
import type { Refunds } from '../session-credits/refunds.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import * as queries from './enrollments.queries.ts'
import * as payments from './payments.queries.ts'
import { type Owed, sumOf, unusedOf } from './unused.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  jobs: Jobs
  sessionCredits: SessionCredits
  places: Places
  creditPeriods: CreditPeriods
  refunds: Refunds
}
type Row = queries.EnrollmentRow

/** Subscriptions that end before their time: what goes back, and who is told of it at the provider. */
export function createEarlyEndings(deps: Deps) {
  return {
    preview: (mentorId: string) => preview(deps, mentorId),
    stopRenewing: (tx: Tx, mentorId: string) => stopRenewing(deps, tx, mentorId),
    stopRenewingFor: (tx: Tx, menteeId: string) => stopRenewingFor(deps, tx, menteeId),
    endAllOf: (tx: Tx, actor: { id: string; role: MemberRole }) => endAllOf(deps, tx, actor),
    endWithRefund: (tx: Tx, row: Row, owed: readonly Owed[], because: CreditCase) =>
      endWithRefund(deps, tx, row, owed, because),
    owedOf: (tx: Tx, row: Row) => owedOf(deps, tx, row),
    quoteOf: (tx: Tx, row: Row) => quoteOf(deps, tx, row),
    /** How many of a mentee's subscriptions `stopRenewingFor` would stop. */
    countRenewing: (menteeId: string) => queries.countRenewing(deps.db.query, menteeId),
  }
}
export type EarlyEndings = ReturnType<typeof createEarlyEndings>

/** What `stopRenewing` would end and give back, once the sessions to come are cancelled and their credits unused. */
async function preview({ db, clock, sessionCredits }: Deps, mentorId: string) {
  const rows = await queries.findLiveOfMentor(db.query, mentorId)
  const ids = rows.map(({ id }) => id)
  const now = clock.now()
  const unused = await sessionCredits.unusedOfAll(db.query, ids)
  const paid = await payments.findPaid(db.query, ids)
  const of = <T extends { enrollmentId: string | null }>(all: readonly T[], row: Row) =>
    all.filter(({ enrollmentId }) => enrollmentId === row.id)
  const refunds = rows.map((row) =>
    sumOf(unusedOf(row, { unused: of(unused, row), paid: of(paid, row) }, now)),
  )
  return { subscriptions: rows.length, refundRupees: refunds.reduce((sum, each) => sum + each, 0) }
}

/** What is unused of one, by payment. Needs its lock. */
async function owedOf({ clock, sessionCredits }: Deps, tx: Tx, row: Row): Promise<Owed[]> {
  const unused = await sessionCredits.free(tx, row.id)
  return unusedOf(row, { unused, paid: await payments.findPaid(tx, [row.id]) }, clock.now())
}

/** The same, were the sessions ahead cancelled: what goes back when it ends with a refund. */
async function quoteOf({ clock, sessionCredits }: Deps, tx: Tx, row: Row): Promise<Owed[]> {
  const unused = await sessionCredits.unusedOfAll(tx, [row.id])
  return unusedOf(row, { unused, paid: await payments.findPaid(tx, [row.id]) }, clock.now())
}

/** Reserved now, paid out by the job that ends the subscription at the provider. @returns rupees */
async function reserve({ refunds }: Deps, tx: Tx, row: Row, owed: readonly Owed[]): Promise<number> {
  let total = 0
  for (const { paymentId, amountRupees } of owed) {
    total += await refunds.reserve(tx, {
      enrollmentId: row.id,
      paymentId,
      amountRupees,
      reason: 'unused',
      reference: `unused:${row.id}:${paymentId}`,
      isPaidOutByCaller: true,
    })
  }
  return total
}

/** Ends at the provider what is marked, and gives back what is due, by a job each. */
async function terminateAll({ jobs }: Deps, tx: Tx, rows: readonly Row[]) {
  for (const { id } of rows) await jobs.add(tx, 'enrollments:terminate', { enrollmentId: id })
}

/** No enrollment with a blocked mentor renews any more; what is unused goes back, by a job each. */
async function stopRenewing(deps: Deps, tx: Tx, mentorId: string) {
  const rows = await queries.lockLiveOf(tx, 'mentorId', mentorId)
  for (const row of rows) {
    const due = await reserve(deps, tx, row, await owedOf(deps, tx, row))
    const refundDue = (row.refundDue ?? 0) + due
    await queries.update(tx, row.id, { status: 'ending', pastDueSince: null, refundDue })
  }
  await terminateAll(deps, tx, rows)
}

/**
 * A blocked mentee pays for no further month; the provider is told by a job each. What is paid of the month stays,
 * for whoever is let in again before it ends.
 * @returns those concerned
 */
async function stopRenewingFor({ jobs }: Deps, tx: Tx, menteeId: string): Promise<Row[]> {
  const rows = await queries.lockLiveOf(tx, 'menteeId', menteeId)
  for (const { id, status } of rows) {
    if (status === 'active') await queries.update(tx, id, { status: 'ending' })
    await jobs.add(tx, 'enrollments:stop-renewing', { enrollmentId: id })
  }
  return rows
}

/**
 * Ends every enrollment of somebody who leaves, at the provider too; a mentor's mentees get back what is unused.
 * @returns those concerned
 */
async function endAllOf(deps: Deps, tx: Tx, actor: { id: string; role: MemberRole }): Promise<Row[]> {
  const isMentor = actor.role === 'mentor'
  const rows = await queries.lockLiveOf(tx, isMentor ? 'mentorId' : 'menteeId', actor.id)
  for (const row of rows) {
    const due = isMentor ? await reserve(deps, tx, row, await owedOf(deps, tx, row)) : 0
    if (isMentor) await deps.creditPeriods.refundAll(tx, row, 'mentor_left')
    const refundDue = isMentor ? (row.refundDue ?? 0) + due : 0
    const ended = await markEnded(deps, tx, row, { endReason: 'left', refundDue })
    await deps.creditPeriods.end(tx, ended, 'mentee_left')
  }
  await terminateAll(deps, tx, rows)
  return rows
}

async function markEnded(
  { clock, places }: Deps,
  tx: Tx,
  row: Row,
  of: { endReason: 'left' | 'refunded'; refundDue: number },
) {
  await places.freed(tx, row.mentorId)
  return queries.update(tx, row.id, { ...of, status: 'ended', endedAt: clock.now(), pastDueSince: null })
}

/**
 * Ends a subscription now, and gives back so much of its payments. Needs its lock, and its sessions ahead cancelled.
 * @returns rupees that go back
 */
async function endWithRefund(
  deps: Deps,
  tx: Tx,
  row: Row,
  owed: readonly Owed[],
  because: CreditCase,
): Promise<number> {
  const refundDue = await reserve(deps, tx, row, owed)
  await deps.creditPeriods.refundAll(tx, row, because)
  const ended = await markEnded(deps, tx, row, { endReason: 'refunded', refundDue })
  await terminateAll(deps, tx, [ended])
  return refundDue
}
