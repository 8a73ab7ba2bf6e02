import { api } from '@marga/contract/api'
import {
  loginMarkers,
  loginStorageKeys,
  type MenteeAuth,
  type MentorAuth,
  type ModeratorAuth,
  roleHome,
} from '@marga/contract/roles'
import type { Page } from '@playwright/test'
import { must } from './client.ts'

export const password = 'a long journey passphrase'
export const demoPassword = 'demo-pass-2023'

export type Area = 'Mentees' | 'Mentors' | 'Moderator'
type Credentials = { email: string; password: string }

const roleOf = { Mentees: 'mentee', Mentors: 'mentor', Moderator: 'moderator' } as const

/** What the sign-in form of each role leaves in the browser's local storage. */
const storedLogins = {
  async mentee(url: string, body: Credentials): Promise<MenteeAuth> {
    const login = await must(url, api.accounts.loginMentee, { body })
    const { menteeId, menteeName, profileImageUrl, accessToken, refreshToken } = login
    return { menteeId, menteeName, profileImageUrl, accessToken, refreshToken, isMenteeAuthenticated: true }
  },
  async mentor(url: string, body: Credentials): Promise<MentorAuth> {
    const login = await must(url, api.accounts.loginMentor, { body })
    return {
      mentorId: login.mentorId,
      mentorName: login.mentorName,
      profileImageUrl: login.profileImageUrl,
      accessToken: login.mentorAccessToken,
      refreshToken: login.mentorRefreshToken,
      isMentorAuthenticated: true,
    }
  },
  async moderator(url: string, body: Credentials): Promise<ModeratorAuth> {
    const login = await must(url, api.accounts.loginModerator, { body })
    return {
      moderatorId: login.moderatorId,
      moderatorName: login.moderatorName,
      moderatorAccessToken: login.moderatorAccessToken,
      refreshToken: login.refreshToken,
      isModeratorAuthenticated: true,
    }
  },
}

/** What the form would leave in the browser: under which key, and what. */
export async function storedLogin(url: string, area: Area, email: string, secret = demoPassword) {
  const role = roleOf[area]
  const login = await storedLogins[role](url, { email, password: secret })
  return { key: loginStorageKeys[role], text: JSON.stringify(login), home: roleHome[role] }
}

/** Signs in past the form, for journeys that are about something else, and opens the role's home. */
export async function signIn(page: Page, area: Area, email: string, secret = demoPassword) {
  // A page of the same origin that runs nothing.
  await page.goto('/robots.txt')
  const { key, text, home } = await storedLogin(new URL(page.url()).origin, area, email, secret)
  await page.evaluate(([name, value]) => localStorage.setItem(name!, value!), [key, text])
  await page.goto(home)
}

export async function fillSignInForm(page: Page, { email, password: secret }: Credentials) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signInByForm(page: Page, area: Area, email: string, secret = demoPassword) {
  await page.goto(`/auth/login?${loginMarkers[roleOf[area]]}`)
  await fillSignInForm(page, { email, password: secret })
  await page.waitForURL(`**${roleHome[roleOf[area]]}`)
}
