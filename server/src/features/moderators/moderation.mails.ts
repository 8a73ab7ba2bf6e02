import type { MemberRole } from '@marga/contract/roles'
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

/** To whoever raised a ticket. */
export const ticketDecidedMail = (
  firstName: string,
  { accusedName, outcome, url }: { accusedName: string; outcome: string; url: string },
): MailContent => ({
  subject: `Your ticket about ${accusedName} was decided`,
  preview: outcome,
  greeting: `Dear ${firstName},`,
  paragraphs: [outcome, 'The person was not told who raised the ticket.'],
  action: { label: 'See your tickets', url },
})

type Shut = { role: MemberRole; contact: string | null }

/** To the person concerned, who can no longer look for themselves. Says nothing of who complained, if anyone did. */
export const accountBlockedMail = (firstName: string, { role, contact }: Shut): MailContent => ({
  subject: 'Your account is blocked',
  preview: 'A moderator has blocked your account.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'A moderator has blocked your account. You can no longer sign in, and your booked sessions are cancelled.',
    ...(role === 'mentor'
      ? [
          'Your profile is no longer listed. Your mentees are told that you are not available, and their subscriptions end.',
        ]
      : []),
    ...(contact ? [`If you think this is a mistake, write to ${contact}.`] : []),
  ],
})

export const accountUnblockedMail = (firstName: string, signInUrl: string): MailContent => ({
  subject: 'Your account is unblocked',
  preview: 'You can sign in again.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'A moderator has unblocked your account. You can sign in again. Cancelled sessions do not come back.',
  ],
  action: { label: 'Sign in', url: signInUrl },
})
