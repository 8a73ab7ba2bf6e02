import type { MemberRole } from '@marga/contract/roles'
import type { CreditCase } from '@marga/contract/session-credit-cases'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Places } from '../places/places.service.ts'
import type { CreditPeriods } from '../session-credits/credit-periods.service.ts'
import type { Refunds } from '../session-credits/refunds.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import * as endings from './early-endings.queries.ts'
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
    owedOf: async (tx: Tx, row: Row) => (await owedOfAll(deps, tx, [row]))[0]!,
    quoteOf: async (tx: Tx, row: Row) => (await quoteOfAll(deps, tx, [row]))[0]!,
    /** How many of a mentee's subscriptions `stopRenewingFor` would stop. */
    countRenewing: (menteeId: string) => endings.countRenewing(deps.db.query, menteeId),
  }
}
export type EarlyEndings = ReturnType<typeof createEarlyEndings>

/** What `stopRenewing` would end and give back, once the sessions to come are cancelled and their credits unused. */
async function preview(deps: Deps, mentorId: string) {
  const rows = await endings.findLiveOfMentor(deps.db.query, mentorId)
  const owed = await quoteOfAll(deps, deps.db.query, rows)
  return { subscriptions: rows.length, refundRupees: owed.reduce((sum, each) => sum + sumOf(each), 0) }
}

/** What is unused of each, by payment. Needs their locks. */
async function owedOfAll(deps: Deps, tx: Tx, rows: readonly Row[]): Promise<Owed[][]> {
  return unusedOfEach(deps, tx, rows, await deps.sessionCredits.freeOfAll(tx, idsOf(rows)))
}

/** The same, were the sessions ahead cancelled: what goes back when they end with a refund. */
async function quoteOfAll(deps: Deps, db: Db, rows: readonly Row[]): Promise<Owed[][]> {
  return unusedOfEach(deps, db, rows, await deps.sessionCredits.unusedOfAll(db, idsOf(rows)))
}

type Credits = Awaited<ReturnType<SessionCredits['freeOfAll']>>

async function unusedOfEach({ clock }: Deps, db: Db, rows: readonly Row[], credits: Credits) {
  const unusedOfRow = byEnrollment(credits)
  const paidFor = byEnrollment(await payments.findPaid(db, idsOf(rows)))
  const now = clock.now()
  return rows.map((row) => unusedOf(row, { unused: unusedOfRow(row), paid: paidFor(row) }, now))
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

function byEnrollment<T extends { enrollmentId: string | null }>(items: readonly T[]) {
  const groups = new Map<string | null, T[]>()
  for (const item of items) {
    const group = groups.get(item.enrollmentId)
    if (group) group.push(item)
    else groups.set(item.enrollmentId, [item])
  }
  return ({ id }: Row): readonly T[] => groups.get(id) ?? []
}

/** Reserved now, paid out by the jobs that end the subscriptions at the provider. @returns rupees, by row */
async function reserveAll({ refunds }: Deps, tx: Tx, rows: readonly Row[], owed: readonly Owed[][]) {
  const wanted = rows.flatMap(({ id: enrollmentId }, index) =>
    owed[index]!.map(({ paymentId, amountRupees }) => ({
      enrollmentId,
      paymentId,
      amountRupees,
      reason: 'unused' as const,
      reference: `unused:${enrollmentId}:${paymentId}`,
      isPaidOutByCaller: true,
    })),
  )
  const reserved = await refunds.reserveAll(tx, wanted)
  const rupees = new Map(rows.map(({ id }) => [id, 0]))
  for (const [index, { enrollmentId }] of wanted.entries())
    rupees.set(enrollmentId, rupees.get(enrollmentId)! + reserved[index]!)
  return rupees
}

/** Ends at the provider what is marked, and gives back what is due, by a job each. */
const terminateAll = ({ jobs }: Deps, tx: Tx, rows: readonly Row[], { isNotified = false } = {}) =>
  jobs.addAll(
    tx,
    'enrollments:terminate',
    rows.map(({ id }) => ({ enrollmentId: id, ...(isNotified ? { isNotified } : {}) })),
  )

/** No enrollment with a blocked mentor renews any more; what is unused goes back, by a job each. */
async function stopRenewing(deps: Deps, tx: Tx, mentorId: string) {
  const rows = await queries.lockLiveOf(tx, 'mentorId', mentorId)
  const due = await reserveAll(deps, tx, rows, await owedOfAll(deps, tx, rows))
  await endings.updateOwed(tx, due, { status: 'ending', pastDueSince: null })
  await terminateAll(deps, tx, rows)
}

/**
 * A blocked mentee pays for no further month; the provider is told by a job each. What is paid of the month stays,
 * for whoever is let in again before it ends.
 * @returns those concerned
 */
async function stopRenewingFor({ jobs }: Deps, tx: Tx, menteeId: string): Promise<Row[]> {
  const rows = await queries.lockLiveOf(tx, 'menteeId', menteeId)
  for (const { id, status } of rows)
    if (status === 'active') await queries.update(tx, id, { status: 'ending' })
  await jobs.addAll(
    tx,
    'enrollments:stop-renewing',
    rows.map(({ id }) => ({ enrollmentId: id })),
  )
  return rows
}

/**
 * Ends every enrollment of somebody who leaves, at the provider too; a mentor's mentees get back what is unused.
 * @returns those concerned, as they are now
 */
async function endAllOf(deps: Deps, tx: Tx, { id, role }: { id: string; role: MemberRole }): Promise<Row[]> {
  const rows = await queries.lockLiveOf(tx, role === 'mentor' ? 'mentorId' : 'menteeId', id)
  const over = role === 'mentor' ? await endOfMentor(deps, tx, id, rows) : await endOfMentee(deps, tx, rows)
  await terminateAll(deps, tx, over, { isNotified: true })
  return over
}

async function endOfMentor(deps: Deps, tx: Tx, mentorId: string, rows: readonly Row[]): Promise<Row[]> {
  const due = await reserveAll(deps, tx, rows, await owedOfAll(deps, tx, rows))
  await deps.creditPeriods.refundAll(tx, idsOf(rows), 'mentor_left')
  const over = await endings.updateOwed(tx, due, ended(deps, 'left'))
  await deps.places.freed(tx, mentorId)
  return over
}

/** The same mentee's, of which there are few. */
async function endOfMentee(deps: Deps, tx: Tx, rows: readonly Row[]): Promise<Row[]> {
  const { places, creditPeriods } = deps
  const over: Row[] = []
  for (const row of rows) {
    await places.freed(tx, row.mentorId)
    over.push(await queries.update(tx, row.id, { ...ended(deps, 'left'), refundDue: row.refundDue ?? 0 }))
    // By what was due before: a refund that is under way.
    await creditPeriods.end(tx, row, 'mentee_left')
  }
  return over
}

const ended = ({ clock }: Deps, endReason: 'left' | 'refunded') =>
  ({ endReason, status: 'ended', endedAt: clock.now(), pastDueSince: null }) as const

/**
 * Ends a subscription now, where it has not ended before, and gives back so much of its payments. Needs its lock, and its
 * sessions ahead cancelled.
 * @returns rupees that go back
 */
async function endWithRefund(
  deps: Deps,
  tx: Tx,
  row: Row,
  owed: readonly Owed[],
  because: CreditCase,
): Promise<number> {
  const refundDue = (await reserveAll(deps, tx, [row], [[...owed]])).get(row.id)!
  await deps.creditPeriods.refundAll(tx, [row.id], because)
  const { endedAt, ...change } = ended(deps, 'refunded')
  await queries.update(tx, row.id, { ...change, endedAt: row.endedAt ?? endedAt, refundDue })
  if (row.status !== 'ended') await deps.places.freed(tx, row.mentorId)
  await terminateAll(deps, tx, [row])
  return refundDue
}
