import { limits } from '@marga/contract/limits'
import { formatRupees } from '@marga/contract/prices'
import type { MemberRole } from '@marga/contract/roles'
import { type CreditOutcome, outcomeText, type SessionCase } from '@marga/contract/session-credit-cases'
import { formatDate, formatInterval, formatPlainDate } from '../../platform/date-format.ts'
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

export const nameOf = ({ type, otherName }: SessionOfMail) =>
  type === 'intro' ? `free intro call with ${otherName}` : `session with ${otherName}`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const factsOf = (session: SessionOfMail): [string, string][] => [
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

/** Who called it off; a case of the credit's where neither of the two did. */
export type CancelledBy = MemberRole | SessionCase

type Reason = { of: MemberRole; isForSomeTime?: true } | 'unpaid' | 'over'

/** Why a session does not take place that neither of the two called off. */
const reasons: Partial<Record<SessionCase, Reason>> = {
  mentor_blocked: { of: 'mentor' },
  mentor_left: { of: 'mentor' },
  mentor_suspended_early: { of: 'mentor', isForSomeTime: true },
  mentor_suspended_late: { of: 'mentor', isForSomeTime: true },
  mentee_blocked: { of: 'mentee' },
  mentee_left: { of: 'mentee' },
  mentee_suspended: { of: 'mentee', isForSomeTime: true },
  payment_refunded: 'unpaid',
  payment_disputed: 'unpaid',
  refund_granted: 'over',
}

/** What follows "because". */
function reasonText(reason: Reason | undefined, reader: MemberRole, otherName: string): string {
  if (reason === 'unpaid') return 'it is no longer paid for'
  if (reason === undefined || reason === 'over') return 'the subscription has ended'
  const { of, isForSomeTime } = reason
  if (of === reader) return isForSomeTime ? 'your account is suspended' : 'your account is closed'
  return isForSomeTime ? `${otherName} is not available for some time` : `${otherName} is no longer available`
}

function whatHappened(session: SessionOfMail, by: CancelledBy, reader: MemberRole): string {
  if (by === reader) return `You have cancelled your ${nameOf(session)}.`
  if (by === 'mentee' || by === 'mentor')
    return `${session.otherName} has cancelled your ${session.type === 'intro' ? 'free intro call' : 'session'}.`
  return `Your ${nameOf(session)} will not take place, because ${reasonText(reasons[by], reader, session.otherName)}.`
}

/** What has become of the call, to the mentee; nothing of an intro call. */
export function cancelledCallText(
  { call, isEndingEarly = false }: { call: CreditOutcome | null; isEndingEarly?: boolean },
  timeZone: string | null,
): string | undefined {
  if (!call) return undefined
  if (isEndingEarly && call.effect === 'returned')
    return 'Your subscription ends. If you paid for this call, it counts as unused in your refund.'
  const late = `It was less than ${limits.callRefundHours} hours away. `
  const dateOf = (iso: string) => formatPlainDate(new Date(iso), timeZone)
  const text = outcomeText(call, { dateOf, rupees: formatRupees })
  return call.effect === 'spent' ? late + text : text
}

export const cancelledMail = (
  session: SessionOfMail,
  { by, reader }: { by: CancelledBy; reader: MemberRole },
  call: string | undefined,
  nextUrl: string,
): MailContent => ({
  subject: `Cancelled: ${nameOf(session)} on ${onDate(session)}`,
  preview: 'The attached file removes it from your calendar.',
  greeting: `Dear ${session.firstName},`,
  paragraphs: [whatHappened(session, by, reader), ...(call ? [call] : [])],
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
