import { limits } from '@marga/contract/limits'
import type { MailContent } from '../../platform/mail/render.ts'
import { dateWords, timeWords } from '../calendar/time-words.rules.ts'

export const resetCodeMail = (firstName: string, code: string): MailContent => ({
  subject: `${code} is your code`,
  preview: `It is valid for ${limits.otpMinutes} minutes.`,
  greeting: `Dear ${firstName},`,
  code,
  paragraphs: [
    `This is your code. It sets a new password, or confirms what you asked for in your settings. It is valid for ${limits.otpMinutes} minutes and works once.`,
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

type NewDevice = { device: string; at: Date; timeZone: string | null; settingsUrl: string }

export const newDeviceMail = (
  firstName: string,
  { device, at, timeZone, settingsUrl }: NewDevice,
): MailContent => ({
  subject: `New sign-in: ${device}`,
  preview: 'If this was you, there is nothing to do.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'Somebody has signed in to your account from a device that we have not seen before. If this was you, there is nothing to do.',
    'If it was not, sign that device out in your settings at once and choose another password.',
  ],
  facts: [
    ['Device', device],
    ['Date', dateWords(at, timeZone)],
    ['Time', timeWords(at, timeZone)],
  ],
  action: { label: 'See where I am signed in', url: settingsUrl },
})
