import type { MailContent } from '../../platform/mail/render.ts'

type Refused = { firstName: string; isUpheld: boolean; text: string }

/** To whoever appealed, where nothing is lifted by it: the decision stands, or had ended before. */
export const appealRefusedMail = ({ firstName, isUpheld, text }: Refused): MailContent => ({
  subject: 'Your appeal is decided',
  preview: isUpheld ? 'You were right.' : 'The decision stands.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    isUpheld
      ? 'We have read your appeal, and you are right. What we had decided has ended already.'
      : 'We have read your appeal again from the beginning. The decision stands.',
    ...(text ? [text] : []),
  ],
})
