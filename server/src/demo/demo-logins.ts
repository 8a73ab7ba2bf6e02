import type { InstallationConfig } from '@marga/contract/installation'

export const demoPassword = 'demo-pass-2023'
export const demoModeratorEmail = 'moderator@demo.test'

/** Shown on the sign-in page while DEMO is on. */
export const demoLogins: NonNullable<InstallationConfig['demoLogins']> = [
  {
    role: 'mentee',
    email: 'mentee@demo.test',
    password: demoPassword,
    note: 'Two mentors, and a session to join now',
  },
  {
    role: 'mentee',
    email: 'new-mentee@demo.test',
    password: demoPassword,
    note: 'Joined yesterday, nothing subscribed yet',
  },
  {
    role: 'mentor',
    email: 'mentor@demo.test',
    password: demoPassword,
    note: 'The other side of that session',
  },
  {
    role: 'moderator',
    email: demoModeratorEmail,
    password: demoPassword,
    note: 'Decides about applicants and reports',
  },
]

/** Offered on the stand-in for the identity provider's page. */
export const demoIdentities = [
  {
    email: 'mentee@demo.test',
    firstName: 'Rohan',
    lastName: 'Kamat',
    note: 'joins the account with this address',
  },
  { email: 'new-mentee@demo.test', firstName: 'Diya', lastName: 'Sarkar', note: 'nothing subscribed yet' },
  {
    email: 'visitor@demo.test',
    firstName: 'Nila',
    lastName: 'Visitor',
    note: 'a new account the first time',
  },
]
