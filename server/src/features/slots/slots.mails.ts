import { limits } from '@marga/contract/limits'
import { formatDate, formatInterval } from '../../platform/date-format.ts'
import type { MailContent } from '../../platform/mail/render.ts'

/** A session as one of the two sees it. */
export type SessionOfMail = {
  type: 'session' | 'intro'
  start: Date
  end: Date
  topic: string | null
  /** The reader. */
  firstName: string
  timeZone: string | null
  /** The other of the two. */
  otherName: string
}

const nameOf = ({ type, otherName }: SessionOfMail) =>
  type === 'intro' ? `free intro call with ${otherName}` : `session with ${otherName}`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const factsOf = (session: SessionOfMail): [string, string][] => [
  ['Date', formatDate(session.start, session.timeZone)],
  ['Time', formatInterval(session, session.timeZone)],
  ['With', session.otherName],
  ...(session.topic ? [['Topic', session.topic] satisfies [string, string]] : []),
]

const onDate = (session: SessionOfMail) => formatDate(session.start, session.timeZone)

export const bookedMail = (session: SessionOfMail, isBooker: boolean, roomUrl: string): MailContent => ({
  subject: `Booked: ${nameOf(session)} on ${onDate(session)}`,
  preview: formatInterval(session, session.timeZone),
  greeting: `Dear ${session.firstName},`,
  paragraphs: [
    isBooker
      ? `Your ${nameOf(session)} is booked.`
      : `${session.otherName} has booked a ${session.type === 'intro' ? 'free intro call' : 'session'} with you.`,
    `The room opens ${limits.roomOpensBeforeMinutes} minutes before the start. The attached invitation adds it to your calendar.`,
  ],
  facts: factsOf(session),
  action: { label: 'Go to the room', url: roomUrl },
})

/** Who called it off, seen by the reader; `us` when one of the two is no longer with us. */
export type CancelledBy = 'you' | 'other' | 'us'

/** What has become of the call; `kept`: it could not be given back, `unused`: it counts when money goes back. */
export type MeetingKindText = 'returned' | 'kept' | 'unused' | 'used' | 'none'

export const cancelledMail = (
  session: SessionOfMail,
  by: CancelledBy,
  call: MeetingKindText,
  nextUrl: string,
): MailContent => ({
  subject: `Cancelled: ${nameOf(session)} on ${onDate(session)}`,
  preview: 'The attached file removes it from your calendar.',
  greeting: `Dear ${session.firstName},`,
  paragraphs: [
    {
      you: `You have cancelled your ${nameOf(session)}.`,
      other: `${session.otherName} has cancelled your ${session.type === 'intro' ? 'free intro call' : 'session'}.`,
      us: `Your ${nameOf(session)} will not take place, because ${session.otherName} is no longer available.`,
    }[by],
    ...{
      returned: ['The call does not count: you have it back in your subscription.'],
      kept: [
        `The call is not added to your subscription: either all ${limits.callsPerMonth} calls of your current month are unused, or the subscription is over.`,
      ],
      unused: ['Your subscription ends. The call counts as unused in your refund.'],
      used: [
        `It was less than ${limits.callRefundHours} hours away, so the call counts as one of your ${limits.callsPerMonth}.`,
      ],
      none: [],
    }[call],
  ],
  facts: factsOf(session),
  action: { label: 'See my calendar', url: nextUrl },
})

export const reminderMail = (session: SessionOfMail, hoursBefore: number, roomUrl: string): MailContent => ({
  subject:
    hoursBefore === 1
      ? `Soon: ${nameOf(session)}`
      : `Reminder: ${nameOf(session)} on ${formatDate(session.start, session.timeZone)}`,
  preview: formatInterval(session, session.timeZone),
  greeting: `Dear ${session.firstName},`,
  paragraphs: [
    `${capital(session.type === 'intro' ? 'your free intro call' : 'your session')} with ${session.otherName} ${
      hoursBefore === 1 ? 'begins within the hour' : 'is coming up'
    }. The room opens ${limits.roomOpensBeforeMinutes} minutes before the start.`,
  ],
  facts: factsOf(session),
  action: { label: 'Go to the room', url: roomUrl },
})
