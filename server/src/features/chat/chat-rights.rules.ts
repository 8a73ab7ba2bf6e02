import { limits } from '@marga/contract/limits'
import { after, daysMs } from '../../platform/clock.ts'
import { givesAccess } from '../enrollments/enrollments.rules.ts'
import type { RightsRow } from './chat.queries.ts'

export type Rights = {
  canWrite: boolean
  /** Whether contact details in what they write are hidden: before the first payment of the pair. */
  isMasked: boolean
  /** A subscription of the two is not over; it may be paused. */
  isSubscribed: boolean
  /** The mentee may write by it, and is promised an answer. */
  isPromised: boolean
}

/** An intro call that ends after this moment lets a pair write. */
export const introsEndAfter = (now: Date): Date => after(now, -daysMs(limits.introWritableAfterDays))

export function rightsOf(row: RightsRow, now: Date): Rights {
  const { isClosed, isEverEnrolled, status, periodEnd, hasRecentIntro, ...of } = row
  const isSubscribed = status !== null
  const isPromised = !isClosed && isSubscribed && givesAccess({ ...of, status, periodEnd: periodEnd! }, now)
  const canWrite = isPromised || (!isClosed && hasRecentIntro)
  return { canWrite, isMasked: !isEverEnrolled, isSubscribed, isPromised }
}
