import type { MailContent } from '../../platform/mail/render.ts'

export const applicationReceivedMail = (firstName: string, link: string): MailContent => ({
  subject: 'We have received your application',
  preview: 'A moderator reads it in person and answers by mail.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'Thank you for applying as a mentor. A moderator reads every application in person; you will hear from us by mail when it is decided.',
    'At the link below you can see where your application stands at any time.',
  ],
  action: { label: 'See my application', url: link },
})
