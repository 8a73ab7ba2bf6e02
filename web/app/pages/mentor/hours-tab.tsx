import type { ComponentProps } from 'react'
import { WeeklyHours } from '../../features/availability/components/weekly-hours.tsx'
import { TimeAway } from '../../features/response-times/components/time-away.tsx'
import { paths } from '../../lib/paths.ts'

type HoursTabProps = Omit<ComponentProps<typeof WeeklyHours>, 'slotHref' | 'timeAway'>

/** Beside the calendar: the hours from which its open times are made. */
export const HoursTab = (props: HoursTabProps) => (
  <WeeklyHours
    {...props}
    slotHref={(slot) => paths.mentors.scheduler.getHref({}, { slot })}
    timeAway={(timeZone) => <TimeAway mentorId={props.mentorId} timeZone={timeZone} />}
  />
)
