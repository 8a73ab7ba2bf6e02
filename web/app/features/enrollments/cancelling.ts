import type { Enrollment } from '@marga/contract/enrollments'
import { formatDate } from '../../lib/dates.ts'
import { isPausedAt } from '../../lib/enrollment-status.ts'

/** What cancelling comes to: it ends with what is paid, and at once where nothing is. */
export function cancelMeaning(enrollment: Enrollment, now: Date): string {
  const { status, renewsAt, pausedFrom } = enrollment
  if (isPausedAt(enrollment, now)) return 'It is paused, so it ends now. Nothing more is charged.'
  const paidUntil = pausedFrom ?? renewsAt
  if (status === 'past_due' || (paidUntil && new Date(paidUntil) <= now))
    return 'The month that you paid is over, so it ends now. What is still taken for the next one goes back to you; if that is paid already, you keep it to its end.'
  const until = paidUntil ? `until ${formatDate(paidUntil)}` : 'until the end of the period'
  const pause = pausedFrom ? ' Your pause is taken back.' : ''
  return `You keep chat and calls ${until}. Nothing more is charged, and you can resume before then.${pause}`
}
