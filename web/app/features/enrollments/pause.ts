import { api } from '@marga/contract/api'
import type { Enrollment } from '@marga/contract/enrollments'
import { limits } from '@marga/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../lib/api-client.ts'
import { formatDate } from '../../lib/dates.ts'
import { useAbandonableMutation } from '../../lib/use-abandonable-mutation.ts'
import { applyEnrollment, invalidateEnrollments } from './realtime.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Only what will renew can be paused, and not while it is; whether it was paused lately the server knows. */
export const isPausable = ({ status, renewsAt, pausedUntil }: Enrollment): boolean =>
  status === 'active' && renewsAt !== null && pausedUntil === null

/** The next charge when it is paused for so many days. */
export const renewalAfterPause = (renewsAt: string, days: number): Date =>
  new Date(Date.parse(renewsAt) + days * dayMs)

/** What is wrong with the form. */
export function pauseComplaint(days: number): string | undefined {
  const isPossible = Number.isInteger(days) && days >= limits.pauseDaysMin && days <= limits.pauseDaysMax
  return isPossible ? undefined : `Choose ${limits.pauseDaysMin} to ${limits.pauseDaysMax} days.`
}

/** Why it cannot be paused now although it renews; undefined when it can. */
export function pauseObstacle({ renewsAt }: Enrollment, now: Date): string | undefined {
  const closesMs = renewsAt ? Date.parse(renewsAt) - limits.pauseNoticeHours * hourMs : 0
  return now.getTime() > closesMs
    ? `It renews in less than ${limits.pauseNoticeHours} hours, so it is too late to pause before this renewal.`
    : undefined
}

/** How a pause stands; undefined without one. */
export function pauseText(
  { status, pausedFrom, pausedUntil }: Pick<Enrollment, 'status' | 'pausedFrom' | 'pausedUntil'>,
  now: Date,
): string | undefined {
  if (!pausedFrom || !pausedUntil) return undefined
  const isAhead = new Date(pausedFrom) > now
  // Cancelled on the provider's own page; here that ends a pause, too.
  if (status === 'ending')
    return `${isAhead ? `To be paused from ${formatDate(pausedFrom)}` : `Paused until ${formatDate(pausedUntil)}`}, and cancelled: it will not renew, and nothing more is charged unless you resume it.`
  return isAhead
    ? `Paused from ${formatDate(pausedFrom)} to ${formatDate(pausedUntil)}: read-only in between, and the next charge comes at the end.`
    : `Paused until ${formatDate(pausedUntil)}: read-only until then. The next charge comes at the end.`
}

export function usePauseEnrollment() {
  const client = useQueryClient()
  return useAbandonableMutation({
    mutationFn: ({ enrollmentId, days }: { enrollmentId: string; days: number }, signal) =>
      sendRequest(api.enrollments.pause, { params: { enrollmentId }, body: { days } }, { signal }),
    onSuccess: ({ enrollment }) => {
      applyEnrollment(client, enrollment)
      toast.success('Subscription paused', {
        description: enrollment.pausedUntil
          ? `It renews on ${formatDate(enrollment.pausedUntil)}.`
          : undefined,
      })
    },
    onSettled: () => invalidateEnrollments(client),
  })
}

export function useEndPause() {
  const client = useQueryClient()
  return useAbandonableMutation({
    mutationFn: (enrollmentId: string, signal) =>
      sendRequest(api.enrollments.endPause, { params: { enrollmentId } }, { signal }),
    onSuccess: ({ enrollment }) => {
      applyEnrollment(client, enrollment)
      toast.success('The pause has ended', {
        description: enrollment.renewsAt ? `It renews on ${formatDate(enrollment.renewsAt)}.` : undefined,
      })
    },
    onError: (error) => toast.error('The pause was not ended', { description: error.message }),
    onSettled: () => invalidateEnrollments(client),
  })
}
