import { api } from '@marga/contract/api'
import { must } from '../support/client.ts'
import { expect, test } from '../support/journey.ts'
import { untilNetworkIdle } from '../support/network-idle.ts'
import { expectSaid } from '../support/passing-texts.ts'
import { makeMentee, makeMentor, publishHour, subscribe } from '../support/people.ts'
import { fillSignInForm, password, signIn } from '../support/sign-in.ts'

// What becomes of a page whose session has ended, whose line is cut, or whose server is slow.

test('coming back with an ended session leads to the sign-in, and from there back to where one was', async ({
  newPerson,
  app,
}) => {
  const mentee = await makeMentee(app, 'Returning')
  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  for (const path of [
    '/mentees/booked-slots',
    '/mentees/subscribed-mentors',
    '/mentees/connect/inbox',
    '/mentees/settings',
    '/mentees/notifications',
    '/mentees/profile',
    '/mentees/tickets',
  ]) {
    // Of the member's pages none is open, which would hear of it: this browser still has its tokens.
    await page.goto('/faq')
    await must(app.url, api.accounts.loginMentee, { body: { email: mentee.email, password } }).then((login) =>
      must(app.url, api.accountSettings.mentee.endOtherSessions, {}, { token: login.accessToken }),
    )
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/auth\/login\?mentees/)
    // It may load itself anew when it hears of the end, and take what is filled in with it.
    await untilNetworkIdle(page)
    await fillSignInForm(page, { email: mentee.email, password })
    await expect(page, path).toHaveURL(new RegExp(`${path}/?$`))
  }
})

test('a page that is asked for without a line opens when the line is back', async ({ newPerson, app }) => {
  const mentee = await makeMentee(app, 'Cut')
  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await untilNetworkIdle(page)
  await page.context().setOffline(true)
  await expect(page.getByText(/^You are offline\. What you see /)).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Schedules' }).click()
  await expect(page.getByText('You are offline. The page opens when the connection is back.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Home', exact: true }).first()).toBeVisible()
  await page.context().setOffline(false)
  await expect(page).toHaveURL(/\/mentees\/schedules$/)
  await expect(page.getByRole('heading', { name: 'Schedules' })).toBeVisible()
})

test('a booking that was made without a line is not made later', async ({ newPerson, app }) => {
  const mentor = await makeMentor(app, 'Host')
  const mentee = await makeMentee(app, 'Booker')
  await subscribe(app, mentee, mentor)
  await publishHour(app, mentor, 30)
  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  await page.goto(`/mentees/schedules?mentor=${mentor.id}`)
  await page.getByRole('button', { name: /^Book/ }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: /^Book/ }).click()
  await expect(page.getByText('You are offline. Nothing was sent.').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.context().setOffline(false)
  // Whatever waited for the line would go now, and before this.
  await page.goto('/mentees/booked-slots')
  await expect(page.getByRole('heading', { name: 'Booked slots' })).toBeVisible()
  const { bookedSlots } = await must(
    app.url,
    api.slots.booked,
    { params: { menteeId: mentee.id }, query: { when: 'upcoming', limit: 20 } },
    mentee,
  )
  expect(bookedSlots).toEqual([])
})

test('closing the dialog ends a booking that has no answer yet', async ({ newPerson, app }) => {
  const mentor = await makeMentor(app, 'Waiting')
  const mentee = await makeMentee(app, 'Closer')
  await subscribe(app, mentee, mentor)
  await publishHour(app, mentor, 30)
  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  await page.goto(`/mentees/schedules?mentor=${mentor.id}`)
  let asked = 0
  // Held without an answer for as long as the page is open.
  await page.route(`**${api.slots.book.path}`, () => void asked++)
  await page.getByRole('button', { name: /^Book/ }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Book/ }).click()
  await expect.poll(() => asked).toBe(1)
  await page.keyboard.press('Escape')
  await expectSaid(page, 'Stopped before an answer came')
  // Longer than both pauses of the client together.
  await page.waitForTimeout(2_000)
  expect(asked).toBe(1)
})

test('a slow server leaves the bar and the navigation to be used', async ({ newPerson, app }) => {
  const mentee = await makeMentee(app, 'Patient')
  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  let isSlow = true
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/mentees/subscribed-mentors/**', async (route) => {
    if (isSlow) await held
    await route.continue()
  })
  await page.goto('/mentees/subscribed-mentors')
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }),
  ).toBeVisible()
  isSlow = false
  letGo()
  await expect(page.getByText('Loading...')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a server that cannot be reached is asked again by the page itself', async ({ newPerson, app }) => {
  const mentee = await makeMentee(app, 'Waiting')
  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  await page.route('**/api/mentees/subscribed-mentors/**', (route) => route.abort('connectionrefused'))
  await page.goto('/mentees/subscribed-mentors')
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }),
  ).toBeVisible()
  await page.unroute('**/api/mentees/subscribed-mentors/**')
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeHidden()
})

test('without JavaScript public pages and those behind a sign-in say what does not work', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of ['/', '/auth/login?mentees', '/mentees', '/mentors/scheduler', '/moderator/tickets']) {
    await page.goto(path)
    // What is in there is found by its place only, not by its text.
    const said = page.locator('noscript p')
    await expect(said, path).toBeVisible()
    expect(await said.textContent(), path).toMatch(/^JavaScript is turned off\./)
  }
  await context.close()
})
