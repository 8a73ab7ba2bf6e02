import { api } from '@marga/contract/api'
import type { Locator, Page } from '@playwright/test'
import { startAppServer } from '../support/app-server.ts'
import { must } from '../support/client.ts'
import { expect, test } from '../support/journey.ts'
import { untilNetworkIdle } from '../support/network-idle.ts'
import { expectSaid } from '../support/passing-texts.ts'
import { makeMentee, makeMentor, publishHour, signInModerator, subscribe } from '../support/people.ts'
import { password, signIn } from '../support/sign-in.ts'

// What people do and have that forms do not expect. Each ends in a state that says what is the case.

/** Names what sticks out, so that a failure can be mended. */
const doesNotScrollSideways = async (page: Page) =>
  expect(
    await page.evaluate(() =>
      document.documentElement.scrollWidth <= window.innerWidth
        ? []
        : [...document.querySelectorAll('body *')]
            .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
            .map((element) => `${location.pathname} ${element.tagName} ${element.className}`),
    ),
  ).toEqual([])

const names = {
  long: ['W'.repeat(40), 'i'.repeat(40)],
  'right-to-left': ['عبد الرحمن', 'الخوارزمي'],
  emoji: ['👩🏽‍🔬 Zoë', 'O’Brien-Ćwiczyński'],
}

for (const [kind, [firstName = '', lastName = '']] of Object.entries(names)) {
  test(`a ${kind} name stands whole and breaks no page`, async ({ newPerson, app }) => {
    const mentor = await makeMentor(app, 'Host')
    const mentee = await makeMentee(app, firstName, lastName)
    await subscribe(app, mentee, mentor)
    const body = { rating: 5, text: `${firstName}: שלום 🎓 ${'x'.repeat(200)}` }
    await must(app.url, api.reviews.put, { params: { mentorId: mentor.id }, body }, mentee)

    const page = await newPerson({ width: 360 })
    await signIn(page, 'Mentees', mentee.email, password)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(firstName)
    for (const path of ['/mentees', '/mentees/profile', `/mentees/browse/mentor/profile/${mentor.id}`]) {
      await page.goto(path)
      await untilNetworkIdle(page)
      await expect(page.getByText(firstName).first()).toBeAttached()
      await doesNotScrollSideways(page)
    }
    const mentorPage = await newPerson({ width: 360 })
    await signIn(mentorPage, 'Mentors', mentor.email, password)
    await mentorPage.goto('/mentors/subscribed-mentees')
    const name = mentorPage.getByText(lastName).first()
    await expect(name).toBeVisible()
    expect(await cutBy(name)).toBeUndefined()
    await doesNotScrollSideways(mentorPage)
  })
}

/** What cuts the text off, if anything does. */
const cutBy = (text: Locator) =>
  text.evaluate((element) => {
    for (let box: Element | null = element; box; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== 'visible' && box.scrollWidth > box.clientWidth)
        return `${box.tagName} ${box.className}`
    return undefined
  })

test('an expired link, an unknown page and a room of others say what is the case', async ({
  newPerson,
  app,
}) => {
  const page = await newPerson()
  await page.goto('/auth/verify-email?role=mentee&token=long-gone')
  await expect(page.getByRole('heading', { name: 'Not confirmed' })).toBeVisible()
  await page.goto('/auth/application?token=long-gone')
  await expect(page.getByText("This link doesn't match an application.")).toBeVisible()
  await page.goto(`/browse/mentor/profile/${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  const mentee = await makeMentee(app, 'Curious')
  await signIn(page, 'Mentees', mentee.email, password)
  await page.goto('/mentees/connect/live')
  await expect(page.getByRole('heading', { name: 'Which session?' })).toBeVisible()
  await page.goto(`/mentees/connect/live/${crypto.randomUUID()}`)
  await expect(page.getByRole('alert')).toContainText('This is not one of your sessions')
  await expect(page.getByRole('button', { name: 'Join session' })).toHaveCount(0)
})

test('two tabs: the hour that one books is said to be taken in the other; signing out leaves both', async ({
  newPerson,
  app,
}) => {
  const mentor = await makeMentor(app, 'Tabs')
  const [quick, slow] = [await makeMentee(app, 'Quick'), await makeMentee(app, 'Slow')]
  await subscribe(app, quick, mentor)
  await subscribe(app, slow, mentor)
  const slot = await publishHour(app, mentor, 30)
  const page = await newPerson()
  // The news of the booking comes late, as over a line that is slow for a moment.
  await page.routeWebSocket(/socket\.io/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (!String(message).includes('"slots"')) socket.send(message)
    })
  })
  await signIn(page, 'Mentees', slow.email, password)
  await page.goto('/mentees/schedules')
  await page
    .getByRole('button', { name: /^Book / })
    .first()
    .click()
  const tab = await page.context().newPage()
  await tab.goto('/mentees')
  await must(app.url, api.slots.book, { body: { slotId: slot._id, values: { menteeId: quick.id } } }, quick)
  await page.getByRole('dialog').getByRole('button', { name: 'Book this time' }).click()
  await expect(page.getByRole('dialog', { name: 'This time is no longer free' })).toBeVisible()

  await tab.getByRole('button', { name: /^Profile menu of Slow/ }).click()
  await tab.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/mentees'))
  expect(await page.evaluate(() => localStorage.getItem('menteeAuth'))).toBeNull()
})

test('the back button after a checkout pays nothing twice', async ({ newPerson, app }) => {
  const mentor = await makeMentor(app, 'Backwards')
  const mentee = await makeMentee(app, 'Nervous')
  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  await page.goto(`/mentees/browse/mentor/profile/${mentor.id}`)
  await page.getByRole('button', { name: /subscribe/i }).click()
  await expect(page.getByRole('heading', { name: 'Sandbox checkout' })).toBeVisible()
  const checkout = page.url()
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await page.waitForURL('**/mentees/payment/success/**')
  await page.goBack()
  await expect(page.getByText('This checkout is closed.')).toBeVisible()
  // As a browser that shows the page as it was would send it once more.
  await page.request.post(checkout, { form: { outcome: 'success' }, maxRedirects: 0 })
  await page.goto('/mentees/subscribed-mentors')
  await expect(page.getByText(/4 of 4/)).toHaveCount(1)
  const { allMentorsSubscribed } = await must(
    app.url,
    api.enrollments.subscribedMentors,
    { params: { menteeId: mentee.id } },
    mentee,
  )
  expect(allMentorsSubscribed).toHaveLength(1)
})

test('a mentor who is blocked while being viewed can no longer be subscribed to, and the page says so', async ({
  newPerson,
  app,
}) => {
  const mentor = await makeMentor(app, 'Vanishing')
  const mentee = await makeMentee(app, 'Watching')
  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  await page.goto(`/mentees/browse/mentor/profile/${mentor.id}`)
  await expect(page.getByRole('button', { name: /subscribe/i })).toBeVisible()
  const moderator = await signInModerator(app)
  await must(
    app.url,
    api.moderation.changeMentorStatus,
    { body: { mentorId: mentor.id, isBlocked: true } },
    moderator,
  )
  await page.getByRole('button', { name: /subscribe/i }).click()
  await expectSaid(page, 'Somthing unexpected happend')
  const gone = page.getByRole('heading', { name: 'This mentor is no longer available' })
  await expect(gone).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Mentor not found' })).toBeVisible()
  await expect(page.getByRole('button', { name: /subscribe/i })).toHaveCount(0)
})

test('a slow line shows that something comes, and only the last of three hasty searches', async ({
  newPerson,
}) => {
  const page = await newPerson()
  await page.goto('/browse/mentor/search')
  await untilNetworkIdle(page)
  /** By what is searched for: lets its answer through. */
  const held = new Map<string, () => Promise<void>>()
  await page.route(/\/browse\/mentor\/search\.data\?/, async (route) => {
    const response = await route.fetch()
    const search = new URL(route.request().url()).searchParams.get('search') ?? ''
    held.set(search, () => route.fulfill({ response }))
  })
  const search = page.getByRole('main').getByRole('combobox', { name: /search/i })
  const searches = ['design', 'python', 'react']
  for (const words of searches) {
    await search.fill(words)
    await search.press('Enter')
    await expect.poll(() => [...held.keys()]).toContain(words)
  }
  await expect(page.getByRole('list', { name: 'Searching for mentors' })).toBeVisible()
  const found = page.getByRole('list', { name: 'Mentors', exact: true }).getByRole('article')
  await expect(found).toHaveCount(0)
  await held.get('react')!()
  await expect(page).toHaveURL(/search=react/)
  await expect(found.first()).toContainText(/react/i)
  const shown = await found.allTextContents()
  // Whoever asked for them has gone on: the browser may have given them up already.
  for (const words of ['design', 'python']) await held.get(words)!().catch(() => {})
  await untilNetworkIdle(page)
  expect(await found.allTextContents()).toEqual(shown)
  await expect(page).toHaveURL(/search=react/)
})

test('an installation without any mentor says so kindly', async ({ browser }) => {
  const app = await startAppServer({
    database: process.env.TEST_DATABASE_URL ? 'server' : 'embedded',
    env: { DEMO: '0' },
  })
  const page = await browser.newPage({ baseURL: app.url })
  try {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/browse/mentor/search')
    await expect(page.getByRole('heading', { name: 'No mentors right now' })).toBeVisible()
    // Of its mail nothing is sent, which every page says that speaks of some.
    await expect(page.getByRole('complementary', { name: 'Email' })).toContainText('cannot send email yet')
    await doesNotScrollSideways(page)
  } finally {
    await page.close()
    await app.dispose()
  }
})
