import { api } from '@marga/contract/api'
import { texts } from '@marga/contract/texts'
import type { Page } from '@playwright/test'
import { type Issuer, startIssuer } from '../../testkit/oidc-issuer.mjs'
import { startAppServer, startTimeoutMs } from '../support/app-server.ts'
import { must } from '../support/client.ts'
import { test as base, expect } from '../support/journey.ts'
import { keepLastLook, lastLook } from '../support/last-look.ts'
import { untilNetworkIdle } from '../support/network-idle.ts'
import { halfSecondTimers, ticks, watchTimers } from '../support/page-timers.ts'
import { makeMentee, verificationLinkOf } from '../support/people.ts'
import { fillSignInForm, password, signIn, signInByForm } from '../support/sign-in.ts'

const callback = '/api/mentees/google_auth_mentee/callback'
const stamp = Date.now().toString(36)
const addressOf = (name: string) => `${name.toLowerCase()}-${stamp}@example.com`
const person = (name: string, more = {}) => ({
  email: addressOf(name),
  email_verified: true,
  given_name: name,
  family_name: 'Sen',
  ...more,
})

/** The product with keys for an issuer, which knows it in turn. */
const test = base.extend<object, { issuer: Issuer }>({
  issuer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const issuer = await startIssuer()
      await use(issuer)
      await issuer.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ issuer }, use) => {
      const database = process.env.TEST_DATABASE_URL ? 'server' : 'embedded'
      const app = await startAppServer({ database, env: issuer.env })
      issuer.trust(`${app.url}${callback}`)
      await use(app)
      await app.dispose()
    },
    { scope: 'worker', timeout: startTimeoutMs },
  ],
})

async function openPopup(page: Page) {
  await page.goto('/auth/login?mentees')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  const popup = await opened
  await expect(popup.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  return popup
}
const pick = (popup: Page, sub: string) => popup.getByRole('button', { name: `Continue as ${sub}` }).click()
/** As a person would; the page behind it then looks whether somebody is signed in, and is sent back to the sign-in. */
async function closeByHand(page: Page, popup: Page) {
  const left = page.waitForEvent('domcontentloaded')
  await popup.close()
  await left
  await page.waitForURL('**/auth/login?mentees')
}
const storedLogin = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('menteeAuth') ?? 'null') as Record<string, unknown>)

/** Stops before the way back from the issuer. @returns the address that the browser would have called */
async function interceptAnswer(issuer: Issuer, popup: Page, sub: string): Promise<string> {
  const answer = issuer.nextResponse()
  await pick(popup, sub)
  return answer
}

test('somebody new signs in by a popup, which stores, says so, hides the tokens and closes', async ({
  newPerson,
  issuer,
}) => {
  issuer.add('nila', person('Nila'))
  const page = await newPerson()
  const popup = await openPopup(page)
  const seen: string[] = []
  popup.on('framenavigated', (frame) => seen.push(frame.url()))
  const closed = popup.waitForEvent('close')
  await keepLastLook(popup)
  await pick(popup, 'nila')
  await closed
  await page.waitForURL('**/mentees')
  const look = await lastLook(page)
  expect(look.text).toContain(texts.google.success)
  expect(look.path).toBe('/auth/mentee/googleauthsuccess')
  expect(look.state).not.toHaveProperty('accessToken')
  expect(seen.at(-1)).not.toContain('accessToken')
  const login = await storedLogin(page)
  expect(login).toMatchObject({ menteeName: 'Nila Sen', isMenteeAuthenticated: true })
  for (const key of ['menteeId', 'accessToken', 'refreshToken']) expect(login[key]).toBeTruthy()
  await page.goto('/mentees/profile')
  await expect(page.getByText(addressOf('Nila'))).toBeVisible()
})

test('who has a password and a confirmed address comes into the same account by Google', async ({
  newPerson,
  app,
  issuer,
}) => {
  const mentee = await makeMentee(app, 'Joined')
  const { token } = await verificationLinkOf(app, mentee.email)
  await must(app.url, api.accountSettings.mentee.verifyEmail, { body: { token } }, mentee)
  issuer.add('joined', person('Joined', { email: mentee.email.toUpperCase() }))
  const page = await newPerson()
  const popup = await openPopup(page)
  const closed = popup.waitForEvent('close')
  await pick(popup, 'joined')
  await closed
  await page.waitForURL('**/mentees')
  expect((await storedLogin(page)).menteeId).toBe(mentee.id)
  await signInByForm(await newPerson(), 'Mentees', mentee.email, password)
})

test('whoever had registered the address before its owner came by Google is out for good', async ({
  newPerson,
  app,
  issuer,
}) => {
  const squatter = await makeMentee(app, 'Squatted')
  const waiting = await newPerson()
  await signIn(waiting, 'Mentees', squatter.email, password)
  issuer.add('owner', person('Owner', { email: squatter.email }))
  const page = await newPerson()
  const popup = await openPopup(page)
  const closed = popup.waitForEvent('close')
  await pick(popup, 'owner')
  await closed
  await page.waitForURL('**/mentees')
  expect((await storedLogin(page)).menteeId).toBe(squatter.id)
  // The one who waits is sent out by the end of the session, without touching anything.
  await waiting.waitForURL('**/auth/login?mentees')
  await untilNetworkIdle(waiting)
  await fillSignInForm(waiting, { email: squatter.email, password })
  await expect(waiting.getByText('Please verify the entered Email and Password')).toBeVisible()
})

test('an address with the tokens of somebody else signs nobody in', async ({ newPerson, app }) => {
  const attacker = await makeMentee(app, 'Lurer')
  const login = await must(app.url, api.accounts.loginMentee, {
    body: { email: attacker.email, password },
  })
  const { menteeId, accessToken, refreshToken } = login
  const lure = new URLSearchParams({ menteeName: 'You', menteeId, accessToken, refreshToken })
  const page = await newPerson()
  await page.goto(`/auth/mentee/googleauthsuccess?${lure}`)
  await expect(page.getByRole('heading', { name: 'Not signed in' })).toBeVisible()
  await expect(page.getByText('is not from a sign-in that was started in this browser')).toBeVisible()
  expect(await storedLogin(page)).toBeNull()
  expect(page.url()).toMatch(/googleauthsuccess$/)
  await page.getByRole('link', { name: 'Back to login' }).click()
  await page.waitForURL('**/auth/login?mentees')
})

test('an address that Google has not verified opens nothing', async ({ newPerson, issuer }) => {
  issuer.add('doubtful', person('Doubtful', { email_verified: false }))
  const page = await newPerson()
  await watchTimers(page)
  const popup = await openPopup(page)
  await pick(popup, 'doubtful')
  await expect(popup.getByRole('alert')).toContainText('has not confirmed the email address')
  // The page behind it sees that the popup is still open, although it has been elsewhere.
  const before = await ticks(page)
  await expect.poll(() => ticks(page)).toBeGreaterThan(before + 2)
  expect(await halfSecondTimers(page)).toBe(1)
  expect(await storedLogin(page)).toBeNull()
})

test('who goes back at Google is told so, and can try again', async ({ newPerson, issuer }) => {
  issuer.add('hesitant', person('Hesitant'))
  const page = await newPerson()
  const popup = await openPopup(page)
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await expect(popup.getByRole('alert')).toContainText('You cancelled signing in with Google')
  await closeByHand(page, popup)
  expect(await storedLogin(page)).toBeNull()
  const again = await openPopup(page)
  const closed = again.waitForEvent('close')
  await pick(again, 'hesitant')
  await closed
  await page.waitForURL('**/mentees')
})

test('a popup that is closed by hand ends the polling and leads back to the sign-in', async ({
  newPerson,
}) => {
  const page = await newPerson()
  await watchTimers(page)
  const popup = await openPopup(page)
  const button = page.getByRole('button', { name: 'Sign in with Google' })
  await expect(button).toBeDisabled()
  expect(await halfSecondTimers(page)).toBe(1)
  await closeByHand(page, popup)
  await expect(button).toBeEnabled()
  expect(await halfSecondTimers(page)).toBe(0)
  expect(await storedLogin(page)).toBeNull()
})

test('a tampered state, an answer meant for another browser, and a code used twice are refused', async ({
  newPerson,
  app,
  issuer,
}) => {
  issuer.add('victim', person('Victim'))
  issuer.add('attacker', person('Attacker'))
  const page = await newPerson()
  const refusal = (popup: Page) =>
    expect(popup.getByRole('alert')).toContainText('Google did not confirm who you are')

  const tampered = await openPopup(page)
  const answer = new URL(await interceptAnswer(issuer, tampered, 'victim'))
  answer.searchParams.set('state', 'x'.repeat(43))
  await tampered.goto(answer.href)
  await refusal(tampered)
  await closeByHand(page, tampered)

  // Whoever followed the link of an attacker would be signed in as the attacker.
  const attacker = await newPerson()
  const theirs = await interceptAnswer(issuer, await openPopup(attacker), 'attacker')
  const lured = await newPerson()
  const popup = await openPopup(lured)
  await popup.goto(theirs)
  await refusal(popup)
  expect(await storedLogin(lured)).toBeNull()

  const other = await newPerson()
  const used = await openPopup(other)
  const calls: string[] = []
  used.on('request', (request) => {
    if (request.url().startsWith(`${app.url}${callback}`)) calls.push(request.url())
  })
  const closed = used.waitForEvent('close')
  await pick(used, 'victim')
  await closed
  await other.waitForURL('**/mentees')
  // Where no page of the product runs: one whose login goes loads itself anew, and may overtake the next address.
  await other.goto('/favicon.svg')
  await other.evaluate(() => localStorage.clear())
  await other.goto(calls[0]!)
  await expect(other.getByRole('alert')).toContainText('took too long')
  expect(await storedLogin(other)).toBeNull()
})
