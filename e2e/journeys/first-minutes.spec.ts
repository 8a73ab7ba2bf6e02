import type { Locator, Page } from '@playwright/test'
import { expect, testOnOwnProduct as test } from '../support/journey.ts'

/** The page is there, says what it is and holds something; where it is empty, it says what to do. */
async function arrive(page: Page, heading: RegExp | string) {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.getByText('Something Went Wrong')).toHaveCount(0)
  await expect(page.locator('[data-empty-state]:not(:has(a, button))')).toHaveCount(0)
  await expect(page.locator('main')).toHaveText(/.{60}/s)
}

/** From the landing page, by what the demo offers on its sign-in page. */
async function enter(page: Page, role: 'Mentees' | 'Mentors' | 'Moderator', email: string) {
  await page.goto('/')
  await page.getByRole('link', { name: 'Login' }).first().click()
  await page.getByRole('group', { name: 'Account Type' }).getByText(role).click()
  await page.getByRole('button', { name: `Fill in ${email}` }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await arrive(page, /^Welcome, /)
}

const navigate = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name }).click()
/** The number in a text, once it is there. */
async function numberIn(shown: Locator): Promise<number> {
  await expect(shown).toHaveText(/\d/)
  return Number(/\d[\d,]*/.exec((await shown.textContent())!)![0].replaceAll(',', ''))
}

test('a visitor finds on each page what the page before promised', async ({ newPerson }) => {
  const page = await newPerson()
  await page.goto('/')
  await arrive(page, /Learn/)
  const skills = page.getByRole('region', { name: 'What do you want to learn?' })
  const promised = await numberIn(skills.getByText(/ mentors · /))
  await skills.getByRole('link').first().click()
  await arrive(page, 'Find a mentor')
  const count = page.getByRole('status').filter({ hasText: /mentors?$/ })
  expect(await numberIn(count)).toBeGreaterThan(0)
  await page.getByPlaceholder('Search Skills and Mentors').first().fill('')
  await page.getByPlaceholder('Search Skills and Mentors').first().press('Enter')
  await expect(count).toHaveText(`${promised} mentors`)

  const card = page.getByRole('article').first()
  const name = (await card.getByRole('heading').textContent())!
  const price = /₹[\d,]+/.exec((await card.getByText(/₹[\d,]+ ?a month/).textContent())!)![0]
  await card.getByRole('link', { name: /profile/i }).click()
  await arrive(page, name)
  await expect(page.getByText(price).first()).toBeVisible()
  await page.getByRole('link', { name: 'Book a free intro call' }).click()
  await arrive(page, 'Sign in')
  await expect(page.getByText(name.split(' ')[0]!).first()).toBeVisible()
  await page.goBack()
  await arrive(page, name)
  await page.getByRole('link', { name: 'Subscribe', exact: true }).filter({ visible: true }).first().click()
  await arrive(page, 'Sign in')
  await expect(page.getByText(name.split(' ')[0]!).first()).toBeVisible()

  await page.goto('/')
  for (const [link, heading] of [
    ['Faq', /./],
    ['Testimonials', /./],
    ['Code of Conduct', 'Code of Conduct'],
    ['Contact', 'Contact'],
    ['Terms', /terms/i],
    ['Privacy', /privacy/i],
  ] as const) {
    const before = page.url()
    await page.getByRole('contentinfo').getByRole('link', { name: link }).first().click()
    await page.waitForURL((url) => url.href !== before)
    await arrive(page, heading)
  }
})

test('a mentee’s pages tell one story', async ({ newPerson }) => {
  const page = await newPerson()
  await enter(page, 'Mentees', 'mentee@demo.test')
  const topic = (await page.getByRole('main').getByText('Rehearse the invoice talk').first().textContent())!
  const balances = page.getByRole('main').getByText(/^\d+ of \d+ calls left$/)
  await expect(balances).toHaveCount(2)
  const callsLeft = await balances.allTextContents()
  const unread = await numberIn(page.getByText(/\d+ unread conversation/).first())

  await navigate(page, /^Connect/)
  await arrive(page, 'Connect')
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })
  await page.getByRole('checkbox', { name: 'Unread only' }).check()
  await expect(rows).toHaveCount(unread)

  await navigate(page, 'Schedules')
  await arrive(page, 'Schedules')
  for (const text of callsLeft) await expect(page.getByText(text).first()).toBeVisible()
  await expect(page.getByText(topic).first()).toBeVisible()

  await navigate(page, 'Home')
  await page.getByRole('link', { name: 'Manage subscriptions' }).click()
  await arrive(page, 'Subscribed mentors')
  for (const text of callsLeft) await expect(page.getByText(text).first()).toBeVisible()
  await expect(page.getByText(/^₹[\d,]+ a month$/)).toHaveCount(callsLeft.length)
  await page.getByRole('link', { name: 'Community' }).first().click()
  await expect(page.getByText(/\d+ members/)).toBeVisible()
  await page.goto('/mentees')
  await page.getByRole('link', { name: 'All booked sessions' }).click()
  await arrive(page, 'Booked slots')
  await expect(page.getByText(topic).first()).toBeVisible()
  await page
    .getByRole('tab', { name: 'Past' })
    .or(page.getByRole('link', { name: 'Past' }))
    .first()
    .click()
  await arrive(page, 'Booked slots')
  await page.goto('/mentees/notifications')
  await arrive(page, 'Notifications')
})

test('somebody new is led from three interests to a mentor, a payment and first hours', async ({
  newPerson,
}) => {
  const page = await newPerson()
  await enter(page, 'Mentees', 'new-mentee@demo.test')
  const matches = page.getByRole('region', { name: 'Mentors for you' })
  await expect(matches.getByRole('article')).toHaveCount(3)
  const card = matches.getByRole('article').nth(1)
  const name = (await card.getByRole('heading').textContent())!
  const price = /₹[\d,]+/.exec((await card.getByText(/₹[\d,]+ ?a month/).textContent())!)![0]
  await card.getByRole('link', { name: /profile/i }).click()
  await arrive(page, name)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Sandbox checkout' })).toBeVisible()
  await page.getByRole('button', { name: `Pay ${price}` }).click()
  await arrive(page, 'Payment received')
  const hours = page.getByRole('main').getByRole('link', { name: /\d:\d\d [ap]m/ })
  await expect(hours.first()).toBeVisible()
  await page
    .getByRole('link', { name: /^Chat with / })
    .or(page.getByRole('button', { name: /^Chat with / }))
    .click()
  await expect(page.getByRole('textbox', { name: /message/i })).toBeVisible()
  await navigate(page, 'Home')
  await expect(page.getByRole('main').getByText('4 of 4 calls left')).toBeVisible()
})

test('a mentor’s figures are those of the pages behind them', async ({ newPerson }) => {
  const page = await newPerson()
  await enter(page, 'Mentors', 'mentor@demo.test')
  const figure = async (name: RegExp) =>
    await numberIn(page.getByRole('main').getByRole('link', { name }).first())
  // It says none until it is known.
  await expect(page.getByText(/\d+ unread conversation/).first()).toBeAttached()
  const [mentees, unread] = [await figure(/Mentees$/), await figure(/Unread chats$/)]
  await expect(
    page.getByRole('region', { name: 'Answers due today' }).getByRole('listitem').first(),
  ).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Mentees$/ })
    .first()
    .click()
  await arrive(page, 'Subscribed mentees')
  await expect(page.getByText(/of \d+ calls left/)).toHaveCount(mentees)
  await navigate(page, /^Connect/)
  await arrive(page, 'Connect')
  await expect(page.getByText('Needs reply').first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Unread only' }).check()
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('link') }),
  ).toHaveCount(unread)
  await navigate(page, 'Scheduler')
  await arrive(page, 'Scheduler')
  await page.goto('/mentors/community')
  await expect(page.getByText(`${mentees + 1} members`)).toBeVisible()
  for (const [address, heading] of [
    ['/mentors/response-times', /response times/i],
    ['/mentors/profile', /./],
    ['/mentors/notifications', 'Notifications'],
  ] as const) {
    await page.goto(address)
    await arrive(page, heading)
  }
})

test('an operator sees what waits, and finds each of it', async ({ newPerson }) => {
  const page = await newPerson()
  await enter(page, 'Moderator', 'moderator@demo.test')
  const waiting = await numberIn(page.getByText(/applicants? waits? for a decision/).locator('..'))
  expect(waiting).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Review applicants' }).click()
  await arrive(page, /applicants/i)
  await expect(page.getByRole('navigation', { name: 'Waiting applicants' }).getByRole('button')).toHaveCount(
    waiting,
  )
  for (const [address, heading] of [
    ['/moderator/cases', /./],
    ['/moderator/mentees-list', /mentees/i],
    ['/moderator/mentors-list', /mentors/i],
    ['/moderator/moderators', /moderators/i],
    ['/moderator/settings', /settings/i],
  ] as const) {
    await page.goto(address)
    await arrive(page, heading)
  }
  const docs = await page.request.get('/api/docs')
  expect(docs.status()).toBe(200)
})
