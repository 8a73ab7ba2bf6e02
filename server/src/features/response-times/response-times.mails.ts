import type { MailContent } from '../../platform/mail/render.ts'

type Letter = { firstName: string; otherName: string; url: string }

/** To the mentor, eight hours before the answer is due. */
export const answerDueMail = ({ firstName, otherName, url, due }: Letter & { due: string }): MailContent => ({
  subject: `${otherName} waits for your answer`,
  preview: `Your answer is due by ${due}.`,
  greeting: `Dear ${firstName},`,
  paragraphs: [
    `${otherName} has written to you and has no answer yet. It is due by ${due}.`,
    'If no answer is needed, say so in the conversation.',
  ],
  action: { label: 'Answer', url },
})

/** To the mentor, once the 24 hours are over. */
export const answerLateMail = ({
  firstName,
  otherName,
  url,
  asked,
}: Letter & { asked: string }): MailContent => ({
  subject: `Your answer to ${otherName} is late`,
  preview: `Asked ${asked}.`,
  greeting: `Dear ${firstName},`,
  paragraphs: [
    `${otherName} has waited for more than 24 hours for your answer, since ${asked}.`,
    'Three late answers within 30 days come to our moderators. After seven days without an answer a mentee may end the subscription and is paid back what is unused.',
  ],
  action: { label: 'Answer now', url },
})

/** To the mentee, after seven silent days. */
export const silenceMail = ({ firstName, otherName, url }: Letter): MailContent => ({
  subject: `${otherName} has not answered for seven days`,
  preview: 'You may end the subscription and are paid back what is unused.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    `${otherName} has not answered you for seven days. That is not what you pay for.`,
    'If you like, end the subscription in the conversation: what is unused of it goes back to you, and no agreement is needed. If you would rather wait, nothing changes.',
  ],
  action: { label: 'Open the conversation', url },
})
