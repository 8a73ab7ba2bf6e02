import { probationMentees } from '@marga/contract/vetting'
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

/** The application is as good as accepted: what is left is to see how the first sessions go. */
export const acceptedOnProbationMail = (firstName: string, signInUrl: string): MailContent => ({
  subject: 'Welcome: you are now a mentor, on probation',
  preview: 'Your application is accepted. Publish your first times.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    'Your application is accepted, and your profile is listed from now on.',
    `You start on probation. You can do everything that other mentors can, and no one else sees it. It ends automatically once you have had sessions with ${probationMentees} different mentees, unless a case about you is open or you have had a warning or another sanction that was not lifted. We email you then.`,
    'Sign in with the email and password of your application, and publish the times at which mentees can book you.',
  ],
  action: { label: 'Sign in', url: signInUrl },
})

export const applicantAskedMail = (
  firstName: string,
  { text, url }: { text: string; url: string },
): MailContent => ({
  subject: 'A question about your application',
  preview: 'A moderator would like to hear from you.',
  greeting: `Dear ${firstName},`,
  paragraphs: ['A moderator is reading your application and writes:', text, 'You can answer on its page.'],
  action: { label: 'Answer', url },
})

export const probationEndedMail = (firstName: string, url: string): MailContent => ({
  subject: 'Your probation is over',
  preview: 'Thank you for your first sessions.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    `You have had sessions with ${probationMentees} different mentees, and nothing is open against you. Your probation is over. You do not have to do anything.`,
  ],
  action: { label: 'See my profile', url },
})
