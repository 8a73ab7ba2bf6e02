import type { Enrollment } from '@marga/contract/enrollments'
import { limits } from '@marga/contract/limits'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { presentPerson } from '../accounts/accounts.presenter.ts'
import { presentEnrollment } from './enrollments.presenter.ts'
import * as queries from './enrollments.queries.ts'
import { givesAccess, unusedRupees } from './enrollments.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  cursors: Cursors
  jobs: Jobs
}

export function createEnrollments({ db, clock, cursors, jobs }: Deps) {
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

  /** Ends at the provider what is marked, and gives back what is due, by a job each. */
  async function terminateAll(tx: Tx, rows: queries.EnrollmentRow[]) {
    for (const { id } of rows) await jobs.add(tx, 'enrollments:terminate', { enrollmentId: id })
  }

  const lockLiveOf = (tx: Tx, column: 'menteeId' | 'mentorId', id: string) =>
    tx
      .selectFrom('enrollment')
      .selectAll()
      .where(column, '=', id)
      .where('status', '!=', 'ended')
      .orderBy('id')
      .forUpdate()
      .execute()

  return {
    present,

    async ofPair(menteeId: string, mentorId: string): Promise<Enrollment | null> {
      const row = await queries.findLatestOfPair(db.query, { menteeId, mentorId })
      return row ? present(row) : null
    },

    async ofMentee(menteeId: string) {
      return presentAll(await queries.findOfMentee(db.query, menteeId, limits.unpagedListMax))
    },

    async menteesOf(mentorId: string, input: PageInput) {
      const { items, nextCursor } = await cursors.page(
        queries.findEnrolledMentees(db.query, mentorId),
        {
          list: 'enrolled mentees',
          columns: ['enrollment.startedAt', 'enrollment.id'],
          order: 'desc',
          markOf: (row) => [row.startedAt, row.enrollmentId],
        },
        input,
      )
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
      const { items, nextCursor } = await cursors.page(
        queries.findPayments(db.query, menteeId),
        {
          list: 'payments',
          columns: ['payment.paidAt', 'payment.id'],
          order: 'desc',
          markOf: (row) => [row.paidAt, row.id],
        },
        input,
      )
      const paid = items.map((row) => ({
        _id: row.id,
        mentorId: presentPerson({ ...row, id: row.mentorId }),
        amount: row.amount,
        refundedAmount: row.refundedAmount,
        status: row.status,
        paidAt: row.paidAt.toISOString(),
        receiptUrl: row.receiptUrl,
      }))
      return { payments: paid, nextCursor }
    },

    menteeIdsOf: async (tx: Db, mentorId: string): Promise<string[]> =>
      (await queries.findEnrolledMenteeIds(tx, [mentorId])).get(mentorId) ?? [],

    /** By mentor; one of whom nobody is enrolled is not in it. */
    menteeIdsOfAll: (tx: Db, mentorIds: readonly string[]) => queries.findEnrolledMenteeIds(tx, mentorIds),

    /** Whether the mentee may chat and book with this mentor right now. */
    async isLive(tx: Db, pair: queries.Pair): Promise<boolean> {
      const row = await queries.findLive(tx, pair)
      return row !== undefined && givesAccess(row, clock.now())
    },

    /** Takes a session credit, of which the caller has seen under the lock that one is left. */
    async takeSessionCredit(tx: Tx, id: string) {
      if (!(await queries.takeSessionCredit(tx, id)))
        throw new Error('a session credit was left under the lock, and then was not')
    },

    /** Locks the enrollment that pays for a booking, to keep the one lock order: enrollment, then slot. */
    lockPayer: (tx: Tx, enrollmentId: string | null) =>
      enrollmentId === null ? Promise.resolve(undefined) : queries.lockById(tx, enrollmentId),

    /** @returns whether there is a call more now, so that what is said about it is what happened */
    returnSessionCredit: async (tx: Tx, slot: { enrollmentId: string | null }): Promise<boolean> =>
      slot.enrollmentId !== null && queries.returnSessionCredit(tx, slot.enrollmentId),

    /** What `stopRenewing` would end and give back, once the sessions to come are cancelled and their calls unused. */
    async previewUnwinding(mentorId: string) {
      const now = clock.now()
      const rows = await queries.findUnwindable(db.query, mentorId, now)
      const refunds = rows.map((row) =>
        Math.min(
          unusedRupees({ ...row, callsUsed: Math.max(0, row.callsUsed - (row.callsBooked ?? 0)) }, now),
          row.refundable ?? 0,
        ),
      )
      return { subscriptions: rows.length, refundRupees: refunds.reduce((sum, each) => sum + each, 0) }
    },

    /** How many of a mentee's subscriptions `stopRenewingFor` would stop. */
    countRenewing: (menteeId: string) => queries.countRenewing(db.query, menteeId),

    /** No enrollment with a blocked mentor renews any more; what is unused of the month goes back, by a job each. */
    async stopRenewing(tx: Tx, mentorId: string) {
      const rows = await lockLiveOf(tx, 'mentorId', mentorId)
      for (const row of rows) {
        await tx
          .updateTable('enrollment')
          .set({ status: 'ending', pastDueSince: null, refundDue: unusedRupees(row, clock.now()) })
          .where('id', '=', row.id)
          .execute()
      }
      await terminateAll(tx, rows)
    },

    /**
     * A blocked mentee pays for no further month; the provider is told by a job each. What is paid of the month stays,
     * for whoever is let in again before it ends.
     * @returns those concerned
     */
    async stopRenewingFor(tx: Tx, menteeId: string): Promise<queries.EnrollmentRow[]> {
      const rows = await lockLiveOf(tx, 'menteeId', menteeId)
      for (const { id, status } of rows) {
        if (status === 'active')
          await tx.updateTable('enrollment').set({ status: 'ending' }).where('id', '=', id).execute()
        await jobs.add(tx, 'enrollments:stop-renewing', { enrollmentId: id })
      }
      return rows
    },

    /**
     * Ends every enrollment of somebody who leaves, at the provider too; a mentor's mentees get back what is unused.
     * @returns those concerned
     */
    async endAllOf(
      tx: Tx,
      actor: { id: string; role: 'mentee' | 'mentor' },
    ): Promise<queries.EnrollmentRow[]> {
      const isMentor = actor.role === 'mentor'
      const rows = await lockLiveOf(tx, isMentor ? 'mentorId' : 'menteeId', actor.id)
      for (const row of rows) {
        await tx
          .updateTable('enrollment')
          .set({
            status: 'ended',
            endReason: 'left',
            endedAt: clock.now(),
            pastDueSince: null,
            refundDue: isMentor ? (row.refundDue ?? unusedRupees(row, clock.now())) : 0,
          })
          .where('id', '=', row.id)
          .execute()
      }
      await terminateAll(tx, rows)
      return rows
    },
  }
}
export type Enrollments = ReturnType<typeof createEnrollments>
