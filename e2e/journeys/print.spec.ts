import type { Page } from '@playwright/test'
import { demoEmail } from '../support/areas.ts'
import { expect, test } from '../support/journey.ts'
import { untilNetworkIdle } from '../support/network-idle.ts'
import { signIn } from '../support/sign-in.ts'

/** As it comes on paper: dark pages turn white, and what is only pressed is left out. */
async function expectPrinted(page: Page, texts: readonly (string | RegExp)[]) {
  await untilNetworkIdle(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const text of texts) await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^(Subscribe|Browse mentors)$/ })).toHaveCount(0)
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.emulateMedia({ media: 'screen' })
}

test('prints a profile, bookings and payments without bars and buttons, on white', async ({ newPerson }) => {
  const page = await newPerson({ colorScheme: 'dark' })
  await page.goto('/browse/mentor/search?search=react')
  await page
    .getByRole('link', { name: /^Profile of/ })
    .first()
    .click()
  await page.waitForURL('**/browse/mentor/profile/**')
  await expectPrinted(page, [/a month/, /an hour/, 'How your first month goes'])
  await signIn(page, 'Mentees', demoEmail.Mentees)
  await page.goto('/mentees/booked-slots')
  await expectPrinted(page, [/GMT\+5:30/])
  await page.goto('/mentees/settings')
  await expect(page.getByText('₹').first()).toBeVisible()
  await expectPrinted(page, ['Payments', /₹/])
})
