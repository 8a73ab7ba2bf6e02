import type { PushNotification } from '../../platform/push/push.ts'

export type NewPushNotification = {
  accountId: string
  kind: 'messages' | 'reminders'
  notice: PushNotification
  /** Not shown any more after this. */
  usefulUntil: Date
}

const ofReminder = 'answer:'

/**
 * By its own tag a reminder to answer stands beside the notice of the messages: whoever has read these has not answered
 * yet.
 */
export const answerReminderTag = (conversationId: string) => `${ofReminder}${conversationId}`

/** What a notice of the kind "messages" is about; that of messages has the conversation's id as its tag. */
export const aboutOf = ({ tag }: Pick<PushNotification, 'tag'>) => {
  const isReminder = tag.startsWith(ofReminder)
  return { isReminder, conversationId: isReminder ? tag.slice(ofReminder.length) : tag }
}

/** Several at once of one tag become one, as they do on the device: the last. */
export const lastPushNotifications = (notices: readonly NewPushNotification[]): NewPushNotification[] => [
  ...new Map(notices.map((one) => [`${one.accountId} ${one.notice.tag}`, one])).values(),
]
