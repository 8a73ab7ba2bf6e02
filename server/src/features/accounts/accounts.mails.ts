import { limits } from '@marga/contract/limits'
import { formatDate, formatTime } from '../../platform/date-format.ts'
import type { MailContent } from '../../platform/mail/render.ts'

const tellTheOperator =
  'If this was not you, tell the people who run this site at once: they can set another password or end the account.'

export const resetCodeMail = (firstName: string, code: string): MailContent => ({
  subject: `${code} is your code`,
  preview: `It is valid for ${limits.otpMinutes} minutes.`,
  greeting: `Dear ${firstName},`,
  code,
  paragraphs: [
    `This is your code. It sets a new password, or confirms what you asked for in your settings. It is valid for ${limits.otpMinutes} minutes and works once.`,
    'If you did not ask for it, you can ignore this email: no one can get in without it.',
  ],
})

export const verificationMail = (firstName: string, url: string): MailContent => ({
  subject: 'Please confirm your email address',
  preview: 'Then you will get emails about your sessions.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'Please confirm that this address is yours. Until then we send you security emails only.',
    'If you are not signed in, the page asks for your password. If you have no account here, you can ignore this email: no one can confirm this address without the password.',
  ],
  action: { label: 'Confirm my address', url },
})

type Lost = { hasLostGoogle?: boolean; hasLostTwoStep?: boolean }

export const passwordChangedMail = (
  firstName: string,
  { hasLostGoogle, hasLostTwoStep }: Lost = {},
): MailContent => ({
  subject: 'Your password was changed',
  preview: 'If this was not you, set a new one at once.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'The password of your account has just been changed, and you were signed out everywhere else. If you subscribe to your calendar, it has a new address, which is in your settings.',
    ...(hasLostGoogle ? ['The Google account that could sign in to it has been removed from it, too.'] : []),
    ...(hasLostTwoStep
      ? [
          `Two-step sign-in is off: it was turned on less than ${limits.twoStepRevocableHours} hours ago, by someone who had your password. You can turn it on again in your settings.`,
        ]
      : []),
    'If this was not you, set a new password at once with "Forgot password".',
  ],
})

/** Of moderators, who get no code by mail and subscribe to no calendar. */
export const moderatorPasswordChangedMail = (firstName: string): MailContent => ({
  subject: 'Your password was changed',
  preview: 'If this was not you, tell the people who run this site at once.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'The password of your moderator account has just been changed, and all sign-ins have ended but the one that changed it.',
    tellTheOperator,
  ],
})

/** To whoever has just signed in by the identity provider, where the address had not been confirmed before. */
export const passwordRemovedMail = (firstName: string, url: string): MailContent => ({
  subject: 'Your address is confirmed, and your old password is gone',
  preview: 'Sign in with Google, or set a new password.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'You have signed in with Google, and so confirmed that this address is yours. Someone had registered it here with a password and never confirmed it.',
    'As we cannot know whether that was you, we have removed that password and two-step sign-in, and signed out every device. Sign in with Google as you did now, or set a new password.',
  ],
  action: { label: 'Set a new password', url },
})

/** To the owner of a proven account that a Google account with the same address can sign in to from now on. */
export const googleJoinedMail = (firstName: string, url: string): MailContent => ({
  subject: 'A Google account can now sign in to your account',
  preview: 'If this was you, there is nothing to do.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'Someone has signed in to your account with a Google account that has this address, and can do so again without your password. If this was you, there is nothing to do.',
    'If it was not, someone else can read your email: secure your mailbox first. Then set a new password, which removes that Google account and signs out every device.',
  ],
  action: { label: 'Set a new password', url },
})

/** @param of.resetUrl not of moderators, who get no code by mail */
export const twoStepMail = (
  firstName: string,
  { isOn, resetUrl }: { isOn: boolean; resetUrl?: string | undefined },
): MailContent => {
  const what = isOn
    ? 'From now on, signing in with your password also asks for a code from the app that was set up.'
    : 'Your password alone is enough to sign in now.'
  const otherwise = isOn
    ? `If it was not, someone knows your password. Set a new one within ${limits.twoStepRevocableHours} hours: that turns two-step sign-in off again and signs out every device.`
    : 'If it was not, someone has your password and one of your codes. Set a new password at once, which signs out every device.'
  return {
    subject: `Two-step sign-in is ${isOn ? 'on' : 'off'}`,
    preview: 'If this was you, there is nothing to do.',
    greeting: `Dear ${firstName},`,
    paragraphs: [`${what} If this was you, there is nothing to do.`, resetUrl ? otherwise : tellTheOperator],
    ...(resetUrl ? { action: { label: 'Set a new password', url: resetUrl } } : {}),
  }
}

type NewDevice = { device: string; at: Date; timeZone: string | null; settingsUrl: string }

export const newDeviceMail = (
  firstName: string,
  { device, at, timeZone, settingsUrl }: NewDevice,
): MailContent => ({
  subject: `New sign-in: ${device}`,
  preview: 'If this was you, there is nothing to do.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'Someone has signed in to your account from a device that we have not seen before. If this was you, there is nothing to do.',
    'If it was not, sign that device out in your settings at once and choose another password.',
  ],
  facts: [
    ['Device', device],
    ['Date', formatDate(at, timeZone)],
    ['Time', formatTime(at, timeZone)],
  ],
  action: { label: 'See where I am signed in', url: settingsUrl },
})
