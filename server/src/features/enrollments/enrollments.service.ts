import type { Enrollment } from '@marga/contract/enrollments'
import { limits } from '@marga/contract/limits'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { type PageInput, page, readCursor } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { notConfigured } from '../../platform/payments/no-payments.ts'
import type { PaymentGateway, ProviderSubscription } from '../../platform/payments/payments.ts'
import { presentPerson } from '../accounts/accounts.presenter.ts'
import { presentEnrollment } from './enrollments.presenter.ts'
import * as queries from './enrollments.queries.ts'
import type { Receipts } from './receipts.service.ts'

type Deps = {
  db: Database
  clock: Clock
  jobs: Jobs
  payments: PaymentGateway | undefined
  receipts: Receipts
}

export function createEnrollments({ db, clock, jobs, payments, receipts }: Deps) {
  async function presentAll(rows: queries.EnrollmentRow[]): Promise<Enrollment[]> {
    const cards = new Map(
      (
        await queries.findCards(
          db.query,
          rows.map((row) => row.mentorId),
        )
      ).map((card) => [card.id, card]),
    )
    return rows.flatMap((row) => {
      const card = cards.get(row.mentorId)
      return card ? [presentEnrollment(row, card, clock.now())] : []
    })
  }
  const present = async (row: queries.EnrollmentRow) => (await presentAll([row]))[0]!

  /** Brings an enrollment in step with what the provider says of its subscription. Needs its lock. */
  async function follow(tx: Db, row: queries.EnrollmentRow, subscription: ProviderSubscription) {
    const isNewPeriod = subscription.periodStart > row.periodStart
    if (isNewPeriod) await receipts.record(tx, row, subscription, { isRenewal: true })
    return tx
      .updateTable('enrollment')
      .set({
        status: subscription.status,
        endedAt: subscription.status === 'ended' ? clock.now() : null,
        ...(isNewPeriod
          ? {
              periodNo: row.periodNo + 1,
              periodStart: subscription.periodStart,
              periodEnd: subscription.periodEnd,
              callsUsed: 0,
            }
          : {}),
      })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** The row as it is now: past its period's end the provider is asked before anybody relies on it. */
  async function current(tx: Db, row: queries.EnrollmentRow): Promise<queries.EnrollmentRow> {
    if (row.periodEnd > clock.now() || !payments) return row
    const subscription = await payments.findSubscription(row.providerSubscriptionId)
    return subscription ? follow(tx, row, subscription) : row
  }

  async function changeRenewal(
    menteeId: string,
    enrollmentId: string,
    change: (gateway: PaymentGateway, row: queries.EnrollmentRow) => Promise<ProviderSubscription>,
  ) {
    if (!payments) throw notConfigured()
    const row = await db.transact(async (tx) => {
      const found = await queries.lockById(tx, enrollmentId)
      if (!found || found.menteeId !== menteeId) throw new AppError('not_found')
      return follow(tx, found, await change(payments, found))
    })
    return present(row)
  }

  return {
    present,
    follow,

    async ofPair(menteeId: string, mentorId: string): Promise<Enrollment | null> {
      const row = await queries.findLatestOfPair(db.query, { menteeId, mentorId })
      return row ? present(row) : null
    },

    async ofMentee(menteeId: string) {
      return presentAll(await queries.findOfMentee(db.query, menteeId, limits.unpagedListMax))
    },

    async menteesOf(mentorId: string, input: PageInput) {
      const cursor = readCursor(input.cursor, ['time', 'id'])
      const rows = await queries
        .findEnrolledMentees(db.query, mentorId)
        .$if(cursor !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('enrollment.startedAt', 'enrollment.id'), '<', tuple(...cursor!)),
          ),
        )
        .limit(input.limit + 1)
        .execute()
      const { items, nextCursor } = page(rows, input.limit, (row) => [row.startedAt, row.enrollmentId])
      const enrolledMentees = items.map((row) => ({
        _id: row.enrollmentId,
        menteeId: presentPerson(row),
        status: row.status,
        startedAt: row.startedAt.toISOString(),
        callsLeft: limits.callsPerMonth - row.callsUsed,
        conversationId: row.conversationId,
      }))
      return { enrolledMentees, nextCursor }
    },

    async payments(menteeId: string, input: PageInput) {
      const cursor = readCursor(input.cursor, ['time', 'id'])
      const rows = await queries
        .findPayments(db.query, menteeId)
        .$if(cursor !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('payment.paidAt', 'payment.id'), '<', tuple(...cursor!)),
          ),
        )
        .limit(input.limit + 1)
        .execute()
      const { items, nextCursor } = page(rows, input.limit, (row) => [row.paidAt, row.id])
      const paid = items.map((row) => ({
        _id: row.id,
        mentorId: presentPerson({ ...row, id: row.mentorId }),
        amount: row.amount,
        status: row.status,
        paidAt: row.paidAt.toISOString(),
        receiptUrl: row.receiptUrl,
      }))
      return { payments: paid, nextCursor }
    },

    menteeIdsOf: (tx: Db, mentorId: string) => queries.findEnrolledMenteeIds(tx, mentorId),

    /** Whether the mentee may chat and book with this mentor right now. */
    async isLive(tx: Db, pair: queries.Pair): Promise<boolean> {
      const row = await queries.findLive(tx, pair)
      if (!row) return false
      if (row.periodEnd > clock.now()) return true
      return db.transact(async (inner) => {
        const locked = await queries.lockLive(inner, pair)
        return locked ? (await current(inner, locked)).status !== 'ended' : false
      })
    },

    /**
     * Takes one of the period's calls under the enrollment's lock. Callers lock slots only after it.
     * @throws AppError not_enrolled, quota_used
     */
    async takeCall(tx: Tx, pair: queries.Pair, startsAt: Date) {
      const locked = await queries.lockLive(tx, pair)
      const row = locked && (await current(tx, locked))
      if (!row || row.status === 'ended') throw new AppError('not_enrolled')
      if (row.status === 'ending' && startsAt >= row.periodEnd) {
        throw new AppError('not_enrolled', { message: 'Your subscription ends before this session.' })
      }
      const taken = await queries.takeCall(tx, row.id)
      if (!taken) throw new AppError('quota_used')
      return { enrollmentId: taken.id, chargedPeriod: taken.periodNo }
    },

    /** Locks the enrollment that paid for a booking, to keep the one lock order: enrollment, then slot. */
    lockPayer: (tx: Tx, enrollmentId: string | null) =>
      enrollmentId === null ? Promise.resolve(undefined) : queries.lockById(tx, enrollmentId),

    async giveCallBack(tx: Tx, slot: { enrollmentId: string | null; chargedPeriod: number | null }) {
      if (slot.enrollmentId === null || slot.chargedPeriod === null) return
      await queries.giveCallBack(tx, slot.enrollmentId, slot.chargedPeriod)
    },

    /** @throws AppError not_found */
    cancel: (menteeId: string, enrollmentId: string) =>
      changeRenewal(menteeId, enrollmentId, (gateway, row) => {
        if (row.status === 'ended') throw new AppError('not_found')
        return gateway.cancelAtPeriodEnd(row.providerSubscriptionId)
      }),

    /** @throws AppError not_found, not_resumable */
    resume: (menteeId: string, enrollmentId: string) =>
      changeRenewal(menteeId, enrollmentId, (gateway, row) => {
        if (row.status !== 'ending' || row.periodEnd <= clock.now()) throw new AppError('not_resumable')
        return gateway.resume(row.providerSubscriptionId)
      }),

    /** No enrollment with the mentor renews any more; the provider is told by a job. */
    async stopRenewing(tx: Tx, mentorId: string) {
      await tx
        .updateTable('enrollment')
        .set({ status: 'ending' })
        .where('mentorId', '=', mentorId)
        .where('status', 'in', ['active', 'past_due'])
        .execute()
      await jobs.add(tx, 'enrollments:stop-renewing', { mentorId })
    },

    /** Safe to repeat: asking the provider to stop twice changes nothing. */
    async tellProviderToStop({ mentorId }: { mentorId: string }) {
      const rows = await db.query
        .selectFrom('enrollment')
        .select('providerSubscriptionId')
        .where('mentorId', '=', mentorId)
        .where('status', '=', 'ending')
        .execute()
      for (const row of rows) await payments?.cancelAtPeriodEnd(row.providerSubscriptionId)
    },

    /** Ends every enrollment of somebody who leaves, at the provider too. */
    async endAllOf(tx: Tx, actor: { id: string; role: 'mentee' | 'mentor' }) {
      const ended = await tx
        .updateTable('enrollment')
        .set({ status: 'ended', endedAt: clock.now() })
        .where(actor.role === 'mentee' ? 'menteeId' : 'mentorId', '=', actor.id)
        .where('status', '!=', 'ended')
        .returning('providerSubscriptionId')
        .execute()
      for (const row of ended) await payments?.cancelAtPeriodEnd(row.providerSubscriptionId)
    },

    /** Renews or ends what is past its period. Safe to repeat: it writes what the provider says. */
    async followDue() {
      for (const { id } of await queries.findDue(db.query, clock.now())) {
        await db.transact(async (tx) => {
          const row = await queries.lockById(tx, id)
          if (row) await current(tx, row)
        })
      }
    },
  }
}
export type Enrollments = ReturnType<typeof createEnrollments>
