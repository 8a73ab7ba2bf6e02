import type { Role } from '@marga/contract/roles'
import type { PushNotification } from '../push/push.ts'

/** Every job and what it carries. A job may run twice, so its handler must say why that is safe. */
export type JobPayloads = {
  'accounts:send-reset-code': { role: Role; email: string }
  'enrollments:stop-renewing': { enrollmentId: string }
  'enrollments:pause': { enrollmentId: string }
  /** `isNotified`: of one who left the other was told at once, while there was a name to say. */
  'enrollments:terminate': { enrollmentId: string; isNotified?: boolean }
  'images:remove': { name: string }
  /** Moderators took it from a profile: its files go to another name. */
  'images:set-aside': { name: string }
  'push:send': {
    accountId: string
    kind: 'messages' | 'reminders'
    endpoint: string
    notice: PushNotification
    usefulUntil: string
  }
  'mail:render': { mailIds: string[] }
  'mail:resend': Record<string, never>
  'mail:digest': Record<string, never>
  'chat:unread-mails': Record<string, never>
  'chat:count-unread': Record<string, never>
  'mentors:tell-changed-identity': { mentorId: string }
  'availability:lay-out': { mentorId: string }
  'availability:read-feed': { feedId: string }
  'availability:sweep': Record<string, never>
  'slots:remind': Record<string, never>
  'slots:tell-schedule': { mentorId: string }
  'live:settle': Record<string, never>
  'search:reindex': Record<string, never>
  'search:refresh-availability': Record<string, never>
  'payments:event': { eventId: string }
  'payments:left-behind': Record<string, never>
  'payments:price': { mentorId: string }
  'payments:forget': { customerId: string } | { asked: { accountId: string; email: string } }
  'payments:stop': { subscriptionId: string }
  'payments:give-back': { refundId: string }
  'payments:refund': { enrollmentId: string; paymentId: string }
  'payments:nightly': Record<string, never>
  'payments:reconcile': { side: 'local' | 'remote' | 'prices'; after: string | null }
  'enrollments:sweep': Record<string, never>
  'session-credits:sweep': Record<string, never>
  'places:offer': { mentorId: string }
  'places:sweep': Record<string, never>
  'time-requests:sweep': Record<string, never>
  'disputes:sweep': Record<string, never>
  'sanctions:sweep': Record<string, never>
  'response-times:sweep': Record<string, never>
  'housekeeping:daily': Record<string, never>
  'demo:keep': Record<string, never>
}
export type JobName = keyof JobPayloads

/** Jobs that wait for servers of somebody else's: for each kind hands of their own, so that a slow one holds up no other job. */
export const external = {
  mail: ['mail:render'],
  others: ['push:send', 'images:remove', 'images:set-aside'],
  calendars: ['availability:read-feed'],
  payments: [
    'enrollments:sweep',
    'enrollments:stop-renewing',
    'enrollments:pause',
    'enrollments:terminate',
    'payments:reconcile',
    'payments:event',
    'payments:forget',
    'payments:price',
    'payments:refund',
    'payments:give-back',
    'payments:stop',
  ],
} as const satisfies Record<string, readonly JobName[]>

/**
 * What the release before called some of them. Its processes go on queueing under those names until the last of them
 * has ended; what lies there then is done by these. Its comparison had other pages, so it begins anew.
 */
export const earlierNames = {
  'mail:draw': 'mail:render',
  'enrollments:unwind': 'enrollments:terminate',
  'enrollments:follow': 'enrollments:sweep',
  'payments:compare': 'payments:nightly',
  'search:follow-clock': 'search:refresh-availability',
} as const satisfies Record<string, JobName>

export type Hands = keyof typeof external | 'internal'

/** Mails that are asked for together are claimed by one transaction. */
export const concurrencyOf = (hands: Hands) => (hands === 'mail' ? 6 : 2)
export const handsOf = (name: JobName): Hands => {
  for (const [hands, names] of Object.entries(external))
    if ((names as readonly string[]).includes(name)) return hands as Hands
  return 'internal'
}
