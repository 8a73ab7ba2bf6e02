import type { MailContent } from '../../platform/mail/render.ts'

export const applicationAcceptedMail = (firstName: string, signInUrl: string): MailContent => ({
  subject: 'Welcome: you are now a mentor',
  preview: 'Your application is accepted. Publish your first times.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'Your application is accepted, and your profile is listed from now on.',
    'Sign in with the email and password of your application, and publish the times at which mentees can book you.',
  ],
  action: { label: 'Sign in', url: signInUrl },
})

export const applicationRefusedMail = (firstName: string, reason: string, applyUrl: string): MailContent => ({
  subject: 'About your application',
  preview: 'We could not accept it this time.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'Thank you for the time you gave to your application. We could not accept it this time, for this reason:',
    reason,
    'You may apply again whenever you like.',
  ],
  action: { label: 'Apply again', url: applyUrl },
})
