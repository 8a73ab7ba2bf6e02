import type { MailContent } from '../../platform/mail/render.ts'

type WaitingCase = { firstName: string; title: string; what: string; url: string }

/** To a moderator: what is waiting, without what people wrote. */
export const newCaseMail = ({ firstName, title, what, url }: WaitingCase): MailContent => ({
  subject: title,
  preview: what,
  greeting: `Dear ${firstName},`,
  paragraphs: [what],
  action: { label: 'Open it', url },
})

/** To every moderator, also whoever did it: their session may have been somebody else's. */
export const moderatorsChangedMail = ({
  firstName,
  title,
  what,
  help,
  url,
}: WaitingCase & { help: string }): MailContent => ({
  subject: title,
  preview: what,
  greeting: `Dear ${firstName},`,
  paragraphs: [what, help],
  action: { label: 'See who moderates', url },
})

type Received = { accusedName: string; due: string; url: string }

/** To whoever raised a ticket, at once. */
export const ticketReceivedMail = (firstName: string, { accusedName, due, url }: Received): MailContent => ({
  subject: `We have your ticket about ${accusedName}`,
  preview: `A moderator decides by ${due}.`,
  greeting: `Dear ${firstName},`,
  paragraphs: [
    `We have your ticket about ${accusedName}. A moderator reads it, and decides by ${due}.`,
    'We tell you what was decided. The person is not told who raised the ticket.',
  ],
  action: { label: 'See your tickets', url },
})

type Decided = { accusedName: string; outcome: string; text?: string | undefined; url: string }

/** To whoever raised a ticket. */
export const ticketDecidedMail = (
  firstName: string,
  { accusedName, outcome, text, url }: Decided,
): MailContent => ({
  subject: `Your ticket about ${accusedName} was decided`,
  preview: outcome,
  greeting: `Dear ${firstName},`,
  paragraphs: [outcome, ...(text ? [text] : []), 'The person was not told who raised the ticket.'],
  action: { label: 'See your tickets', url },
})

type Invited = { productName: string; invitedBy: string | null; days: number; url: string }

/** To an address that has no account yet. */
export const invitationMail = ({ productName, invitedBy, days, url }: Invited): MailContent => ({
  subject: `Become a moderator of ${productName}`,
  preview: 'Choose a name and a password to begin.',
  greeting: 'Hello,',
  paragraphs: [
    `${invitedBy ?? 'A moderator'} invites you to moderate ${productName}: to read applications and tickets, and to decide about them.`,
    `The link works once, for ${days} days. If you do not know what this is about, you can ignore this email.`,
  ],
  action: { label: 'Accept the invitation', url },
})
