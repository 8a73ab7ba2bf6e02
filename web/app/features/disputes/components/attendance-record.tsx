import type { Contest } from '@marga/contract/disputes'
import { type Attendee, attendanceLines } from '../attendance.ts'

type AttendanceRecordProps = {
  attendance: Contest['attendance']
  people: readonly Attendee[]
  /** "Neither of you", "Neither of them". */
  neither: string
}

/** Who was in the room of the session, and when. */
export function AttendanceRecord({ attendance, people, neither }: AttendanceRecordProps) {
  if (attendance.length === 0) return <p>{neither} was in the room.</p>
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
      {attendanceLines(attendance, people).map(({ name, times }) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="max-w-36 truncate text-ink-faint">{name}</dt>
          <dd className="tabular-nums">{times}</dd>
        </div>
      ))}
    </dl>
  )
}
