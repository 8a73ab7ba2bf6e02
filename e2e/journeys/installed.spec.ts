import { api } from '@marga/contract/api'
import type { Page } from '@playwright/test'
import type { AppServer } from '../support/app-server.ts'
import { must } from '../support/client.ts'
import { expect, test } from '../support/journey.ts'
import { isKept, keptByCache, keptInMs } from '../support/offline-caches.ts'
import { makeBookedPair, makeMentee, type Somebody } from '../support/people.ts'
import { startReleaseProxy } from '../support/release-proxy.ts'
import { password, signIn } from '../support/sign-in.ts'

// What an installed app shows without a line: the inbox and the bookings, and messages that wait.

const menteePages = ['/mentees/connect/inbox', '/mentees/booked-slots']

const makePair = (app: AppServer, words: string) =>
  makeBookedPair(app, { mentee: 'Traveller', title: `Session ${words}`, message: words })

const keeps = (page: Page, ...answers: RegExp[]) =>
  expect.poll(() => isKept(page, { paths: menteePages, answers }), { timeout: keptInMs }).toBe(true)

/** The conversation, and the booking. */
const answersOf = (words: string): [RegExp, RegExp] => [
  new RegExp(`"thread".*${words}`),
  new RegExp(`"booked","upcoming".*Session ${words}`),
]

const readMessages = async (app: AppServer, mentor: Somebody, conversationId: string) =>
  (
    await must(app.url, api.chat.mentor.messages, { params: { conversationId }, query: {} }, mentor)
  ).messages.map(({ message }) => message)

test('without a line inbox and bookings open, and a message written there arrives once', async ({
  newPerson,
  app,
}) => {
  const words = 'see you on Monday'
  const { mentor, mentee, conversationId } = await makePair(app, words)
  const page = await newPerson()
  const context = page.context()
  await signIn(page, 'Mentees', mentee.email, password)
  // Neither the inbox nor the bookings were opened before.
  await keeps(page, ...answersOf(words))

  await context.setOffline(true)
  await page.goto('/')
  await expect(page).toHaveURL(/\/mentees\/connect\/inbox$/)
  await expect(page.getByText(/^You are offline\. What you see is as of /)).toBeVisible()
  await page.getByRole('link', { name: /Guru/ }).click()
  await expect(page.getByText(words).last()).toBeVisible()
  const log = page.getByRole('log')
  await page.getByLabel('Message to Guru').fill('written in a tunnel')
  await page.keyboard.press('Enter')
  await expect(log.getByText('Waiting for the connection')).toBeVisible()
  await page.reload()
  await expect(log.getByText('written in a tunnel')).toBeVisible()
  await expect(log.getByText('Waiting for the connection')).toBeVisible()
  await page.goto('/mentees/booked-slots')
  await expect(page.getByText(`Session ${words}`)).toBeVisible()
  await expect(page.getByText(/^You are offline\. What you see is as of /)).toBeVisible()

  const mentorPage = await newPerson()
  await signIn(mentorPage, 'Mentors', mentor.email, password)
  await mentorPage.goto(`/mentors/connect/inbox/${conversationId}`)
  await expect(mentorPage.getByRole('log').getByText(words)).toBeVisible()
  await context.setOffline(false)
  await expect(mentorPage.getByRole('log').getByText('written in a tunnel')).toHaveCount(1)
  await expect(page.getByText(/^You are offline/)).toBeHidden()
  await page.goto(`/mentees/connect/inbox/${conversationId}`)
  await expect(log.getByText('written in a tunnel')).toHaveCount(1)
  await expect(log.getByText('Waiting for the connection')).toBeHidden()
  await expect.poll(() => readMessages(app, mentor, conversationId)).toEqual([words, 'written in a tunnel'])
})

test('with the server stopped the pages open as well, and what was written goes when it is back', async ({
  newPerson,
  app,
}) => {
  const words = 'before the stop'
  const { mentor, mentee, conversationId } = await makePair(app, words)
  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  await keeps(page, ...answersOf(words))
  await app.stop()
  try {
    await page.goto('/mentees/booked-slots')
    await expect(page.getByText(`Session ${words}`)).toBeVisible()
    await expect(page.getByText(/^Reconnecting\. What you see is as of /)).toBeVisible()
    await page.goto(`/mentees/connect/inbox/${conversationId}`)
    const log = page.getByRole('log')
    await expect(log.getByText(words)).toBeVisible()
    await page.getByLabel('Message to Guru').fill('written meanwhile')
    await page.keyboard.press('Enter')
    await expect(log.getByText('written meanwhile')).toBeVisible()
  } finally {
    await app.start()
  }
  await expect
    .poll(() => readMessages(app, mentor, conversationId), { timeout: 60_000 })
    .toEqual([words, 'written meanwhile'])
  await expect(page.getByText(/^Reconnecting/)).toBeHidden()
})

/** Everything that this browser still has of somebody. */
const leftOf = (page: Page, person: Somebody) =>
  page.evaluate(
    async (id) => [
      ...(await caches.keys()),
      ...Object.keys(localStorage).filter((key) => `${key} ${localStorage.getItem(key)}`.includes(id)),
    ],
    person.id,
  )

test('signing out without a line leaves nothing of the account to the next one', async ({
  newPerson,
  app,
}) => {
  const words = 'between us alone'
  const { mentor, mentee, conversationId } = await makePair(app, words)
  const page = await newPerson()
  const context = page.context()
  await signIn(page, 'Mentees', mentee.email, password)
  await keeps(page, ...answersOf(words))
  await context.setOffline(true)
  await page.goto(`/mentees/connect/inbox/${conversationId}`)
  await page.getByLabel('Message to Guru').fill('never to be sent')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText('Waiting for the connection')).toBeVisible()
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  // The landing page is not kept: what is shown instead says what has become of the session.
  await expect(page.getByRole('heading', { name: 'You are signed out on this device' })).toBeVisible()
  await expect(page.getByText(/The server could not be told/)).toBeVisible()
  await context.setOffline(false)
  await page.goto('/robots.txt')
  expect(await leftOf(page, mentee)).toEqual([])

  const next = await makeMentee(app, 'Next')
  await signIn(page, 'Mentees', next.email, password)
  await keeps(page, /"conversations"/)
  expect(JSON.stringify(await keptByCache(page))).not.toContain(words)
  await context.setOffline(true)
  await page.goto('/mentees/connect/inbox')
  await expect(page.getByText('No conversation yet')).toBeVisible()
  expect(await readMessages(app, mentor, conversationId)).toEqual([words])
})

test('a session that the server has ended takes along what was kept', async ({ newPerson, app }) => {
  const words = 'until the end'
  const { mentee } = await makePair(app, words)
  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  await keeps(page, answersOf(words)[0])
  const { email } = mentee
  const login = await must(app.url, api.accounts.loginMentee, { body: { email, password } })
  await must(app.url, api.accountSettings.mentee.endOtherSessions, {}, { token: login.accessToken })
  // The page that is open hears of it, too, and loads itself anew, perhaps in the same moment.
  await expect(() => page.goto('/mentees/booked-slots')).toPass()
  await expect(page).toHaveURL(/\/auth\/login\?mentees/)
  await expect(async () => expect(await page.evaluate(() => caches.keys())).toEqual([])).toPass()
})

test('a newer release is shown at once, its error too, and the older one never again', async ({
  browser,
  app,
}) => {
  const words = 'in every release'
  const { mentee } = await makePair(app, words)
  const release = /marga\.account\.([0-9a-f]{8})\./.exec(
    await (await fetch(`${app.url}/worker.js`)).text(),
  )![1]!
  const nextRelease = [...release].reverse().join('')
  const proxy = await startReleaseProxy(app.url, release, nextRelease)
  const context = await browser.newContext({ baseURL: proxy.url })
  const page = await context.newPage()
  const versionOf = () =>
    page.evaluate(
      () => (window as { __reactRouterManifest?: { version: string } }).__reactRouterManifest?.version,
    )
  await signIn(page, 'Mentees', mentee.email, password)
  await keeps(page, answersOf(words)[0])
  proxy.become('failing')
  expect((await page.goto('/mentees/booked-slots'))!.status()).toBe(503)
  await expect(page.getByText('Out of order')).toBeVisible()
  proxy.become('next')
  await page.goto('/mentees/booked-slots')
  expect(await versionOf()).toBe(nextRelease)
  await expect
    .poll(async () => (await page.evaluate(() => caches.keys())).filter((name) => name.includes(release)))
    .toEqual([])
  await keeps(page, ...answersOf(words))
  await context.setOffline(true)
  await page.goto('/mentees/booked-slots')
  await expect(page.getByText(`Session ${words}`)).toBeVisible()
  expect(await versionOf()).toBe(nextRelease)
  await context.close()
  await proxy.close()
})
