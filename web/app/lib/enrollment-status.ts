import type { EnrollmentStatus } from '@marga/contract/enrollment-states'
import type { Enrollment } from '@marga/contract/enrollments'

type Pause = Pick<Enrollment, 'pausedFrom' | 'pausedUntil'>

/** Read-only then. */
export const isPausedAt = ({ pausedFrom, pausedUntil }: Pause, moment: Date): boolean =>
  pausedFrom !== null &&
  pausedUntil !== null &&
  new Date(pausedFrom) <= moment &&
  moment < new Date(pausedUntil)

export const enrollmentVariants = {
  active: { label: 'Active', tone: 'positive' },
  past_due: { label: 'Payment due', tone: 'danger' },
  ending: { label: 'Ending', tone: 'accent' },
  ended: { label: 'Ended', tone: 'neutral' },
} as const satisfies Record<EnrollmentStatus, object>

/** In the stead of "Active" while it is read-only. */
const paused = { label: 'Paused', tone: 'accent' } as const

/** What its badge says at that moment. */
export const enrollmentVariantAt = (enrollment: Pause & { status: EnrollmentStatus }, moment: Date) =>
  isPausedAt(enrollment, moment) ? paused : enrollmentVariants[enrollment.status]
