import type { MailContent } from '../../platform/mail/render.ts'

/** Says who and how many, not what: what two people write stays in the product. */
export const unreadMail = (
  firstName: string,
  otherName: string,
  count: number,
  conversationUrl: string,
): MailContent => ({
  subject:
    count === 1 ? `${otherName} has written to you` : `${otherName} has written ${count} messages to you`,
  preview: 'You have not read it yet.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    count === 1
      ? `A message from ${otherName} is waiting for you.`
      : `${count} messages from ${otherName} are waiting for you.`,
    'We email you about unread messages of a conversation at most once a day.',
  ],
  action: { label: 'Read and answer', url: conversationUrl },
})
