import { limits } from '@marga/contract/limits'
import type { MailContent } from '../../platform/mail/render.ts'

export const resetCodeMail = (firstName: string, code: string): MailContent => ({
  subject: `${code} is your code`,
  preview: `It is valid for ${limits.otpMinutes} minutes.`,
  greeting: `Dear ${firstName},`,
  paragraphs: [
    `Your code is ${code}. It sets a new password, or confirms what you asked for in your settings. It is valid for ${limits.otpMinutes} minutes and works once.`,
    'If you did not ask for it, you need not do anything: nobody can get in without this mail.',
  ],
})

export const verificationMail = (firstName: string, url: string): MailContent => ({
  subject: 'Please confirm your email address',
  preview: 'One click, and messages about your sessions reach you.',
  greeting: `Dear ${firstName},`,
  paragraphs: ['Please confirm that this address is yours, so that what matters reaches you.'],
  action: { label: 'Confirm my address', url },
})

export const passwordChangedMail = (firstName: string): MailContent => ({
  subject: 'Your password was changed',
  preview: 'If this was not you, set a new one at once.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'The password of your account was changed a moment ago, and the other places where you were signed in were signed out.',
    'If this was not you, set a new password at once with "Forgot password".',
  ],
})
