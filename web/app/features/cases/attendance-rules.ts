import type { AttendedSession } from '@marga/contract/case-evidence'

type Session = Pick<AttendedSession, 'start' | 'end' | 'attendance'>
type Stay = { from: string; to: string }

export const staysOf = ({ attendance }: Pick<Session, 'attendance'>, personId: string): Stay[] =>
  attendance.filter((stay) => stay.personId === personId)

/** Where a stay lies in a bar of 100 that is as long as the session; who was early or late is cut at its ends. */
export function barOf({ start, end }: Pick<Session, 'start' | 'end'>, { from, to }: Stay) {
  const startMs = Date.parse(start)
  const lengthMs = Math.max(Date.parse(end) - startMs, 1)
  const percentOf = (time: string) =>
    Math.min(Math.max(((Date.parse(time) - startMs) / lengthMs) * 100, 0), 100)
  const x = percentOf(from)
  // A minute can still be seen.
  return { x: Math.min(x, 99), width: Math.max(percentOf(to) - x, 1) }
}
