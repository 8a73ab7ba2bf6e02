import { limits } from '@marga/contract/limits'
import { formatRupees } from '@marga/contract/prices'
import { type CreditOutcome, outcomeText } from '@marga/contract/session-credit-cases'
import { after, type Clock, minutesMs } from '../../platform/clock.ts'
import { formatPlainDate } from '../../platform/date-format.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { sweepEach } from '../../platform/sweep-each.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import { findClosures } from './closure-fragments.queries.ts'
import * as queries from './live.queries.ts'
import { type Outcome, outcomeWith } from './live.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  log: Log
  enrollments: Enrollments
  sessionCredits: SessionCredits
  notifications: Notifications
}

const atOnce = 200
/** The rooms of all processes have ended by then. */
const graceMinutes = 1

const settledAfterMs = minutesMs(limits.roomClosesAfterMinutes + graceMinutes)
const minutesInRoom = `${limits.attendanceMinutes} minutes`

/** What became of sessions whose room has closed. */
export function createAttendance(deps: Deps) {
  return {
    nextDue: () => findNextDue(deps),
    settleDue: () => settleDue(deps),
  }
}
export type Attendance = ReturnType<typeof createAttendance>

/** When the next session is to be settled. */
async function findNextDue({ db, clock }: Deps): Promise<Date | null> {
  const endsAt = await queries.findNextEnd(db.query, after(clock.now(), -settledAfterMs))
  return endsAt && after(endsAt, settledAfterMs)
}

/** Safe to repeat and to run beside itself: a session is settled by one conditional update. */
async function settleDue(deps: Deps) {
  const before = after(deps.clock.now(), -settledAfterMs)
  const over = await queries.findOver(deps.db.query, before, atOnce)
  await sweepEach(deps.log, over, (session) => settle(deps, session))
}

async function settle(deps: Deps, session: queries.SessionRow) {
  const { db, clock, enrollments, sessionCredits } = deps
  const attendances = await queries.findAttendances(db.query, session.id)
  const of = (accountId: string) =>
    attendances
      .filter((attendance) => attendance.accountId === accountId)
      .map(({ joinedAt, leftAt, seenAt }) => ({ from: joinedAt, to: leftAt ?? seenAt }))
  const [closure] = await findClosures(db.query, [session.id])
  const settled = outcomeWith(closure, session, of(session.menteeId), of(session.mentorId))
  const { outcome } = settled
  await db.transact(async (tx) => {
    // The one lock order: enrollment, then slot.
    const payer = await enrollments.lockPayer(tx, session.enrollmentId)
    if (!(await queries.settleSlot(tx, session.id, outcome, clock.now()))) return
    const call = await sessionCredits.settle(tx, session.id, settled.of, payer)
    await tell(deps, tx, session, { ...settled, call })
  })
}

/** To one who was absent, or not long enough there to count. */
const absence = (other: string, isBoth: boolean) =>
  isBoth
    ? 'Neither of you was in the room for five minutes, so this session counts as missed.'
    : `You were not in the room with ${other} for ${minutesInRoom}, so your session counts as missed.`

type Settled = { outcome: Outcome; isByClosure: boolean; call: CreditOutcome | undefined }

/** Says nothing of who blocked whom. */
async function tellOfClosure(
  notifications: Notifications,
  tx: Tx,
  session: queries.SessionRow,
  rest: string,
) {
  const said = (other: string) => `Your session with ${other} could not go on, so it counts as missed.`
  await notifications.notify(tx, session.menteeId, {
    type: 'alert',
    content: `${said(session.mentorFirstName)}${rest}`,
    link: `/mentees/booked-slots?slot=${session.id}`,
  })
  await notifications.notify(tx, session.mentorId, {
    type: 'alert',
    content: said(session.menteeFirstName),
    link: `/mentors/scheduler?slot=${session.id}`,
  })
}

async function tell(
  { notifications }: Deps,
  tx: Tx,
  session: queries.SessionRow,
  { outcome, isByClosure, call }: Settled,
) {
  if (outcome.status === 'completed') return
  const { missedBy } = outcome
  const missedByMentee = missedBy !== 'mentor'
  const missedByMentor = missedBy !== 'mentee'
  // Of an intro call nothing hangs on it: there is no call to have back.
  const wrong =
    session.type === 'session' ? ` If this is wrong, contest it within ${limits.contestHours} hours.` : ''
  // What the mentor missed the mentee cannot contest: it is recorded in their favour.
  const wrongToMentee = missedByMentee ? wrong : ''
  const dateOf = (iso: string) => formatPlainDate(new Date(iso), session.menteeTimeZone)
  const callText = call ? ` ${outcomeText(call, { dateOf, rupees: formatRupees })}` : ''
  const pageOf = (page: string) => `${page}?slot=${session.id}`
  if (isByClosure) return tellOfClosure(notifications, tx, session, `${callText}${wrongToMentee}`)
  await notifications.notify(tx, session.menteeId, {
    type: 'alert',
    content: missedByMentee
      ? `${absence(session.mentorFirstName, missedByMentor)}${callText}${wrongToMentee}`
      : `${session.mentorFirstName} missed your session.${callText}`,
    link: pageOf('/mentees/booked-slots'),
  })
  await notifications.notify(tx, session.mentorId, {
    type: 'alert',
    content: missedByMentor
      ? `${absence(session.menteeFirstName, missedByMentee)}${wrong}`
      : `${session.menteeFirstName} missed your session.${wrong}`,
    link: pageOf('/mentors/scheduler'),
  })
}
