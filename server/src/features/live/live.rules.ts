import { limits } from '@marga/contract/limits'
import type { MemberRole } from '@marga/contract/roles'
import type { SessionCase } from '@marga/contract/session-credit-cases'
import { after, hoursMs, minutesMs } from '../../platform/clock.ts'

export type Interval = { startsAt: Date; endsAt: Date }
export type Attendance = { from: Date; to: Date }

export const opensAt = ({ startsAt }: Pick<Interval, 'startsAt'>) =>
  after(startsAt, -minutesMs(limits.roomOpensBeforeMinutes))
export const closesAt = ({ endsAt }: Pick<Interval, 'endsAt'>) =>
  after(endsAt, minutesMs(limits.roomClosesAfterMinutes))

export type Outcome = { status: 'completed' } | { status: 'missed'; missedBy: MemberRole | 'both' }

/** The session could not go on: one of the two blocked the other, or was shut out by a moderator. */
export type Closure = { closedBy: MemberRole; closedAt: Date }

/**
 * How a session went whose room may have been closed before its end. Where the two had not met for long enough by then,
 * it was missed by the one because of whom they could not: whoever was kept out loses nothing by it. While it could be
 * cancelled for nothing it could be closed for nothing, too. A mentee who had waited for long enough, and not met anybody,
 * keeps the call as one who leaves then does.
 */
export function outcomeWith(
  closure: Closure | undefined,
  session: Interval,
  mentee: readonly Attendance[],
  mentor: readonly Attendance[],
): { outcome: Outcome; isByClosure: boolean; of: SessionCase } {
  const outcome = outcomeOf(session, mentee, mentor)
  if (!closure || outcome.status !== 'missed') return { outcome, isByClosure: false, of: caseOf(outcome) }
  const untilThen = { startsAt: session.startsAt, endsAt: closure.closedAt }
  const hasWaited = isPresent(during(untilThen, mentee)) && totalOf(during(untilThen, mentor)) < togetherMs
  if (closure.closedBy === 'mentee' && hasWaited) return { outcome, isByClosure: false, of: caseOf(outcome) }
  const isEarly = closure.closedAt <= after(session.startsAt, -hoursMs(limits.callRefundHours))
  const missed = { status: 'missed', missedBy: isEarly ? 'both' : closure.closedBy } as const
  // As if the mentor had cancelled it then, and not as if the mentee had.
  const isMentorsEarly = isEarly && closure.closedBy === 'mentor'
  return { outcome: missed, isByClosure: true, of: isMentorsEarly ? 'session_prevented' : caseOf(missed) }
}

const caseOf = (outcome: Outcome): SessionCase =>
  outcome.status === 'missed' ? `missed_by_${outcome.missedBy}` : 'completed'

/**
 * How a session went, by the stays of the two in its room. Present is who was there for five minutes
 * while it ran, in all: whoever waits, gives up and leaves has been there. When both were, but not together,
 * the one who had been there for so long last has missed it: to look in for a moment is not to come.
 */
export function outcomeOf(
  session: Interval,
  mentee: readonly Attendance[],
  mentor: readonly Attendance[],
): Outcome {
  const duringMentee = during(session, mentee)
  const duringMentor = during(session, mentor)
  const hasMentee = isPresent(duringMentee)
  const hasMentor = isPresent(duringMentor)
  if (!hasMentee && !hasMentor) return { status: 'missed', missedBy: 'both' }
  if (!hasMentee) return { status: 'missed', missedBy: 'mentee' }
  if (!hasMentor) return { status: 'missed', missedBy: 'mentor' }
  if (haveMet(duringMentee, duringMentor)) return { status: 'completed' }
  return {
    status: 'missed',
    missedBy: thereFrom(duringMentee) > thereFrom(duringMentor) ? 'mentee' : 'mentor',
  }
}

const during = ({ startsAt, endsAt }: Interval, attendances: readonly Attendance[]): Attendance[] =>
  attendances
    .map(({ from, to }) => ({ from: from > startsAt ? from : startsAt, to: to < endsAt ? to : endsAt }))
    .filter(({ from, to }) => to > from)

const presenceMs = minutesMs(limits.attendanceMinutes)
/** Of whoever is there together for less, one has only looked in. */
const togetherMs = minutesMs(1)

const lengthOf = ({ from, to }: Attendance) => to.getTime() - from.getTime()
const totalOf = (attendances: readonly Attendance[]) =>
  attendances.reduce((sumMs, attendance) => sumMs + lengthOf(attendance), 0)

const isPresent = (attendances: readonly Attendance[]) => totalOf(attendances) >= presenceMs

const haveMet = (some: readonly Attendance[], others: readonly Attendance[]) =>
  totalOf(others.flatMap(({ from, to }) => during({ startsAt: from, endsAt: to }, some))) >= togetherMs

/** When somebody who was present had been there for long enough. */
function thereFrom(attendances: readonly Attendance[]): number {
  let leftMs = presenceMs
  for (const attendance of attendances.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    if (lengthOf(attendance) >= leftMs) return attendance.from.getTime() + leftMs
    leftMs -= lengthOf(attendance)
  }
  return Number.POSITIVE_INFINITY
}
