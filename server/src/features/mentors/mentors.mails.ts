import type { MailContent } from '../../platform/mail/render.ts'

type Links = { statusUrl: string /** Absent where the address is proven. */; confirmUrl?: string }

export const applicationReceivedMail = (
  firstName: string,
  { statusUrl, confirmUrl }: Links,
): MailContent => ({
  subject: 'We have received your application',
  preview: confirmUrl
    ? 'Please confirm your address: before that it cannot be accepted.'
    : 'A moderator reads it in person and answers by email.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'Thank you for applying as a mentor. A moderator reads every application in person; we email you when it is decided.',
    ...(confirmUrl
      ? [
          'Please confirm that this address is yours, with the password of your application: before that it cannot be accepted, and we cannot write to you. If you did not apply, you need not do anything.',
        ]
      : []),
  ],
  ...(confirmUrl
    ? {
        action: { label: 'Confirm my address', url: confirmUrl },
        link: { label: 'See where my application stands', url: statusUrl },
      }
    : { action: { label: 'See my application', url: statusUrl } }),
})

/** To an address that applied before, when somebody has filled in the form with it. */
export const applyAgainMail = (firstName: string, url: string): MailContent => ({
  subject: 'Apply again as a mentor',
  preview: 'Open the form by this link, so that we know that it is you.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'Somebody has just applied as a mentor with this address, which has an earlier application. So that nobody else applies in your name, nothing has been changed yet.',
    'If it was you, please fill in the form by this link. It works once, for 14 days. If it was not, you need not do anything.',
  ],
  action: { label: 'Apply again', url },
})
