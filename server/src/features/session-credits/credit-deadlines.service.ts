import { limits } from '@marga/contract/limits'
import { type Balance, balanceText } from '@marga/contract/session-credit-cases'
import { after, type Clock, daysMs } from '../../platform/clock.ts'
import { formatPlainDate } from '../../platform/date-format.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { sweepEach } from '../../platform/sweep-each.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { usableIn } from './balance.rules.ts'
import * as deadlines from './credit-deadlines.queries.ts'
import type { CreditPeriods } from './credit-periods.service.ts'
import { type LapsingCalls, lapsingCallsMail, lapsingCallsText } from './session-credits.mails.ts'
import * as queries from './session-credits.queries.ts'
import type { SessionCredits } from './session-credits.service.ts'

type Deps = {
  db: Database
  clock: Clock
  log: Log
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  publicUrl: () => string
  sessionCredits: SessionCredits
  creditPeriods: CreditPeriods
}

const atOnce = 100
const noticeHours = limits.lapseNoticeDays * 24
const link = '/mentees/subscribed-mentors'

/** What free credits come to when nobody books with them: a word some days before, and then their end. */
export function createCreditDeadlines(deps: Deps) {
  const { db, clock } = deps
  return {
    nextDue: () => deadlines.findNextDue(db.query, clock.now(), noticeHours),
    /** Safe to repeat and to run beside itself: each enrollment is done under its lock. */
    sweep: () => sweepEach(deps.log, [lapseDue, warnDue], (part) => part(deps)),
  }
}
export type CreditDeadlines = ReturnType<typeof createCreditDeadlines>

async function lapseDue({ db, clock, log, creditPeriods }: Deps) {
  const due = await deadlines.findLapsing(db.query, { now: clock.now(), limit: atOnce })
  await sweepEach(log, idsOf(due), (enrollmentId) =>
    db.transact(async (tx) => {
      const enrollment = await queries.lockEnrollment(tx, enrollmentId)
      if (enrollment) await creditPeriods.lapse(tx, enrollment)
    }),
  )
}

const idsOf = (due: readonly { enrollmentId: string }[]) => due.map(({ enrollmentId }) => enrollmentId)

async function warnDue(deps: Deps) {
  const { db, clock, log } = deps
  const now = clock.now()
  const until = after(now, daysMs(limits.lapseNoticeDays))
  const due = await deadlines.findToWarn(db.query, { now, until, limit: atOnce })
  await sweepEach(log, idsOf(due), (enrollmentId) => db.transact((tx) => warn(deps, tx, enrollmentId, until)))
}

/** Tells of everything that lapses within the time in one mail; the mark in the rows makes it one. */
async function warn(deps: Deps, tx: Tx, enrollmentId: string, until: Date) {
  const { clock, sessionCredits } = deps
  const enrollment = await queries.lockEnrollment(tx, enrollmentId)
  if (!enrollment) return
  const lapsing = (await queries.findFree(tx, [enrollmentId])).filter(
    ({ usableUntil }) => usableIn(enrollment, usableUntil) <= until,
  )
  const marked = await deadlines.markWarned(
    tx,
    lapsing.filter(({ warnedAt }) => warnedAt === null).map(({ id }) => id),
    clock.now(),
  )
  if (marked.length === 0 || enrollment.status === 'ended') return
  const isRenewed = enrollment.status === 'active' || enrollment.status === 'past_due'
  await tell(deps, tx, enrollmentId, {
    count: marked.length,
    usableUntil: usableIn(
      enrollment,
      new Date(Math.min(...marked.map(({ usableUntil }) => usableUntil.getTime()))),
    ),
    carriedOver: isRenewed ? carriedOverOf(lapsing, marked) : null,
    balance: await sessionCredits.balance(tx, enrollment),
  })
}

type OfSource = readonly { source: string }[]

/** Of the month's own calls one is carried over, whichever comes first then: also one of which was told before. */
function carriedOverOf(lapsing: OfSource, told: OfSource): LapsingCalls['carriedOver'] {
  const ownOf = (calls: OfSource) => calls.filter(({ source }) => source === 'period').length
  const [all, now] = [ownOf(lapsing), ownOf(told)]
  return now > 0 ? { of: all, isAmongThese: now === all } : null
}

type Lapsing = Pick<LapsingCalls, 'count' | 'carriedOver'> & { usableUntil: Date; balance: Balance }

async function tell(deps: Deps, tx: Tx, enrollmentId: string, lapsing: Lapsing) {
  const { mails, recipients, notifications, publicUrl } = deps
  const pair = await queries.findPair(tx, enrollmentId)
  const people = pair && (await recipients.find(tx, [pair.menteeId, pair.mentorId], 'reminders'))
  const mentee = people?.get(pair?.menteeId ?? '')
  const mentor = people?.get(pair?.mentorId ?? '')
  if (!mentee || !mentor) return
  const dateOf = (moment: Date) => formatPlainDate(moment, mentee.timeZone)
  const of: LapsingCalls = {
    firstName: mentee.firstName,
    mentorName: fullName(mentor),
    count: lapsing.count,
    until: dateOf(lapsing.usableUntil),
    carriedOver: lapsing.carriedOver,
    balance: balanceText(lapsing.balance, (iso) => dateOf(new Date(iso))),
    bookUrl: `${publicUrl()}/mentees/schedules?mentor=${mentor.id}`,
  }
  await notifications.notify(tx, mentee.id, { type: 'alert', content: lapsingCallsText(of), link })
  if (!mentee.isWanted) return
  await mails.add(tx, {
    to: mentee,
    kind: 'calls-lapse',
    unsubscribeUrl: mentee.unsubscribeUrl,
    content: lapsingCallsMail(of),
    usefulUntil: lapsing.usableUntil,
  })
}
