import { limits } from '@marga/contract/limits'
import { formatDate, formatInterval } from '../../platform/date-format.ts'
import type { MailContent } from '../../platform/mail/render.ts'
import { factsOf, nameOf, type SessionOfMail } from './slots.mails.ts'

const momentOf = (start: Date, session: SessionOfMail) => {
  const end = new Date(start.getTime() + session.end.getTime() - session.start.getTime())
  return `${formatDate(start, session.timeZone)}, ${formatInterval({ start, end }, session.timeZone)}`
}

/** To both, of a session that has another time now. */
export const movedMail = (
  session: SessionOfMail,
  of: { from: Date; movesLeft: number; isOwnAct: boolean; isMentee: boolean },
  roomUrl: string,
): MailContent => ({
  subject: `Moved: ${nameOf(session)} to ${formatDate(session.start, session.timeZone)}`,
  preview: `It was on ${momentOf(of.from, session)}.`,
  greeting: `Dear ${session.firstName},`,
  paragraphs: [
    of.isOwnAct
      ? `You moved your ${nameOf(session)}.`
      : `Your ${nameOf(session)} has a new time. ${session.otherName} moved it.`,
    `It was on ${momentOf(of.from, session)}. The attached invitation moves it in your calendar.${
      of.isMentee && session.type === 'session' ? ' It still uses the same call.' : ''
    }`,
    of.movesLeft > 0 ? `It can be moved ${of.movesLeft} more time.` : 'It cannot be moved again.',
  ],
  facts: factsOf(session),
  action: { label: 'Go to the room', url: roomUrl },
})

/** To the one who is to choose. */
export const proposalMail = (
  session: SessionOfMail,
  of: { starts: readonly Date[]; text: string; expiresAt: Date; answerUrl: string },
): MailContent => ({
  subject: `${session.otherName} proposes another time for your ${nameOf(session).replace(/ with .*/, '')}`,
  preview: 'Choose one, or keep the time that is booked.',
  greeting: `Dear ${session.firstName},`,
  paragraphs: [
    `${session.otherName} proposes to move your ${nameOf(session)}. It stays as it is booked until you choose another time, which you can do until ${limits.proposalClosesHours} hours before it begins.`,
    ...(of.text ? [`“${of.text}”`] : []),
  ],
  facts: [
    ['Booked', momentOf(session.start, session)],
    ...of.starts.map((start, index): [string, string] => [
      of.starts.length > 1 ? `Proposal ${index + 1}` : 'Proposal',
      momentOf(start, session),
    ]),
  ],
  action: { label: 'Choose a time', url: of.answerUrl },
})
