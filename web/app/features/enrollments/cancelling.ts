import type { Enrollment } from '@marga/contract/enrollments'
import { formatDate } from '../../lib/dates.ts'
import { isPausedNow } from './pause.ts'

/** What cancelling comes to: it ends with what is paid, and at once where nothing is. */
export function cancelMeaning(enrollment: Enrollment, now: Date): string {
  const { status, renewsAt, pausedFrom } = enrollment
  if (isPausedNow(enrollment, now)) return 'It is paused, so it ends now. Nothing more is charged.'
  const paidUntil = pausedFrom ?? renewsAt
  if (status === 'past_due' || (paidUntil && new Date(paidUntil) <= now))
    return 'The month that you paid is over, so it ends now. If a payment for the next month still goes through, it goes back to you.'
  const until = paidUntil ? `until ${formatDate(paidUntil)}` : 'until the end of the period'
  const pause = pausedFrom ? ' Your pause is taken back.' : ''
  return `You keep chat and calls ${until}. Nothing more is charged, and you can resume before then.${pause}`
}
