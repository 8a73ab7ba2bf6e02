import { reapplicationDays } from '@marga/contract/application-status'
import type { MailContent } from '../../platform/mail/render.ts'

type Links = { statusUrl: string /** Absent where the address is proven. */; confirmUrl?: string }

export const applicationReceivedMail = (
  firstName: string,
  { statusUrl, confirmUrl }: Links,
): MailContent => ({
  subject: 'We have received your application',
  preview: confirmUrl
    ? 'Please confirm your address: we cannot accept it until you do.'
    : 'A moderator reads it and answers by email.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'Thank you for applying as a mentor. A moderator reads every application; we email you when it is decided.',
    ...(confirmUrl
      ? [
          'Please confirm that this address is yours, with the password of your application: until you do, we cannot accept it or write to you. If you did not apply, you can ignore this email.',
        ]
      : []),
  ],
  ...(confirmUrl
    ? {
        action: { label: 'Confirm my address', url: confirmUrl },
        link: { label: 'See the status of my application', url: statusUrl },
      }
    : { action: { label: 'See my application', url: statusUrl } }),
})

/** To an address that applied before, when somebody has filled in the form with it. */
export const applyAgainMail = (firstName: string, url: string): MailContent => ({
  subject: 'Apply again as a mentor',
  preview: 'Use this link to open the form, so that we know that it is you.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'Someone has just applied as a mentor with this address, which has an earlier application. To make sure that no one else applies in your name, we have not changed anything yet.',
    `If it was you, please use this link to fill in the form. It works once, for ${reapplicationDays} days. If it was not, you can ignore this email.`,
  ],
  action: { label: 'Apply again', url },
})
