import type { PushNotification } from '../../platform/push/push.ts'

export type NewPushNotification = {
  accountId: string
  kind: 'messages' | 'reminders'
  notice: PushNotification
  /** Not shown any more after this. */
  usefulUntil: Date
}

/** Several at once of one tag become one, as they do on the device: the last. */
export const lastPushNotifications = (notices: readonly NewPushNotification[]): NewPushNotification[] => [
  ...new Map(notices.map((one) => [`${one.accountId} ${one.notice.tag}`, one])).values(),
]
