import type { InstallationConfig } from '@marga/contract/installation'

export const demoPassword = 'demo-pass-2023'
export const demoModeratorEmail = 'moderator@demo.test'

/** Shown on the sign-in page while DEMO is on. */
export const demoLogins: NonNullable<InstallationConfig['demoLogins']> = [
  {
    role: 'mentee',
    email: 'mentee@demo.test',
    password: demoPassword,
    note: 'Subscribed, with a conversation and a booked session',
  },
  { role: 'mentee', email: 'new-mentee@demo.test', password: demoPassword, note: 'Nothing yet' },
  { role: 'mentor', email: 'mentor@demo.test', password: demoPassword, note: 'A mentor with subscribers' },
  { role: 'moderator', email: demoModeratorEmail, password: demoPassword, note: 'Reviews applicants' },
]
