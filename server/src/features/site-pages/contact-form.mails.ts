import type { ContactForm } from '@marga/contract/contact'
import type { MailContent } from '../../platform/mail/render.ts'

/** To the operator; who wrote it has proven nothing. */
export const contactMail = ({ name, email, text }: ContactForm): MailContent => ({
  subject: 'A message from the contact page',
  preview: `${name} wrote to you.`,
  greeting: 'Hello,',
  paragraphs: [
    `${name} (${email}) wrote to you on the contact page. The address was typed there and is not confirmed.`,
    ...text.split(/\r?\n/).filter((line) => line.trim() !== ''),
  ],
})
