import { limits } from '@marga/contract/limits'
import { after, type Clock, hoursMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { sweepEach } from '../../platform/sweep-each.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { ContestNotifications } from './contest-notifications.service.ts'
import type { ContestOutcomes } from './contest-outcomes.service.ts'
import * as contests from './contests.queries.ts'
import * as queries from './disputes.queries.ts'
import type { ModeratorHandover } from './moderator-handover.service.ts'
import type { RefundGrants } from './refund-grants.service.ts'
import type { RefundNotifications } from './refund-notifications.service.ts'
import * as requests from './refund-requests.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  log: Log
  enrollments: Enrollments
  contestOutcomes: ContestOutcomes
  contestNotifications: ContestNotifications
  refundNotifications: RefundNotifications
  refundGrants: RefundGrants
  moderatorHandover: ModeratorHandover
}

const atOnce = 100

/** What comes of silence, and the reminder before it. */
export function createDisputeDeadlines(deps: Deps) {
  const { db, clock, log } = deps
  return {
    /** When an answer is due next, or to be reminded of. */
    nextDue: () => queries.findNextDue(db.query, clock.now(), limits.disputeReminderHours),
    /** Safe to repeat and to run beside itself: each is taken by one conditional update. */
    async sweep() {
      const now = clock.now()
      const moot = () => requests.findMootRequests(db.query, atOnce)
      const contested = () => contests.findOverdueContests(db.query, now, atOnce)
      const asked = () => requests.findOverdueRequests(db.query, now, atOnce)
      const parts = [
        async () => sweepEach(log, await moot(), (row) => closeMoot(deps, row)),
        async () => sweepEach(log, await contested(), (row) => endSilence(deps, row)),
        async () => sweepEach(log, await asked(), (row) => handOver(deps, row)),
        () => remindOfContests(deps),
        () => remindOfRequests(deps),
      ]
      await sweepEach(log, parts, (part) => part())
    },
  }
}
export type DisputeDeadlines = ReturnType<typeof createDisputeDeadlines>

const closeMoot = ({ db, enrollments, refundGrants }: Deps, row: requests.RefundRequestRow) =>
  db.transact(async (tx) => {
    await enrollments.lockPayer(tx, row.enrollmentId)
    const current = await requests.findRefundRequest(tx, row.id)
    if (current && (await requests.isRequestMoot(tx, row.id))) await refundGrants.closeMoot(tx, current)
  })

/** A silent mentor counts as agreed; for a silent mentee, or a mentor who is shut out, a moderator looks at it. */
const endSilence = (deps: Deps, row: contests.ContestRow) =>
  deps.db.transact(async (tx) => {
    const { clock, enrollments, contestOutcomes, contestNotifications, moderatorHandover } = deps
    const payer = await enrollments.lockPayer(tx, row.enrollmentId)
    const isMentorSilent = row.raisedBy === 'mentee' && !row.isMentorShutOut
    const taken = await contests.changeContest(tx, row.id, {
      from: 'open',
      to: isMentorSilent ? 'agreed' : 'with_moderator',
      decidedAt: isMentorSilent ? clock.now() : null,
    })
    if (!taken) return
    if (!isMentorSilent) return moderatorHandover.contest(tx, row)
    const call = await contestOutcomes.uphold(tx, row, payer)
    await contestNotifications.settled(tx, row, { result: 'not_answered', call })
  })

const handOver = ({ db, enrollments, moderatorHandover }: Deps, row: requests.RefundRequestRow) =>
  db.transact(async (tx) => {
    await enrollments.lockPayer(tx, row.enrollmentId)
    const change = { from: 'with_mentor', to: 'with_moderator' } as const
    if (await requests.changeRefundRequest(tx, row.id, change)) await moderatorHandover.refundRequest(tx, row)
  })

/** So long before the deadline the answer is asked for once more. */
const within = (now: Date) => ({
  now,
  until: after(now, hoursMs(limits.disputeReminderHours)),
  limit: atOnce,
})

/** Whoever marks it sends it: the mark commits with the mail. */
const remindOfContests = ({ db, clock, contestNotifications }: Deps) =>
  db.transact(async (tx) => {
    for (const id of await queries.takeReminders(tx, 'contest', within(clock.now())))
      await contestNotifications.reminder(tx, (await contests.findContest(tx, id))!)
  })

const remindOfRequests = ({ db, clock, refundNotifications }: Deps) =>
  db.transact(async (tx) => {
    for (const id of await queries.takeReminders(tx, 'refundRequest', within(clock.now())))
      await refundNotifications.reminder(tx, (await requests.findRefundRequest(tx, id))!)
  })
