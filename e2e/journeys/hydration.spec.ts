import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { password } from '../support/sign-in.ts'

/** Every script comes three seconds late, as over a bad line. */
const delayMs = 3000
const slowDown = (page: Page) =>
  page.route(/\.js(\?|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    await route.continue()
  })

test('what is typed before the page comes alive is kept, and signs in', async ({ newPerson }) => {
  const page = await newPerson()
  await slowDown(page)
  await page.goto('/auth/login?mentees', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('mentee@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('demo-pass-2023')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL('**/mentees', { timeout: 60_000 })
})

test('the button that is pressed before the page comes alive signs in', async ({ newPerson }) => {
  const page = await newPerson()
  await slowDown(page)
  await page.goto('/auth/login?mentees', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('mentee@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('demo-pass-2023')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/mentees', { timeout: 60_000 })
})

test('a filter that is ticked before the page comes alive counts', async ({ newPerson }) => {
  const page = await newPerson()
  await slowDown(page)
  await page.goto('/browse/mentor/search', { waitUntil: 'commit' })
  await page.getByRole('checkbox', { name: 'Above ₹5000' }).check()
  await expect(page).toHaveURL(/price=e/)
  await expect(page.getByRole('checkbox', { name: 'Above ₹5000' })).toBeChecked()
})

test('no password ever reaches an address, whatever is pressed before the page is alive', async ({
  newPerson,
}) => {
  const page = await newPerson()
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await slowDown(page)
  await page.goto('/auth/mentee-register', { waitUntil: 'commit' })
  await page.getByLabel('First name').fill('Early')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel('Confirm password').press('Enter')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForLoadState('networkidle')
  await expect(page.getByLabel('First name')).toHaveValue('Early')
  expect(page.url()).not.toContain('passphrase')
  expect(addresses.filter((address) => /passphrase|%20journey|password=/.test(address))).toEqual([])
})
