import type { Locator } from '@playwright/test'
import { demoEmail } from '../support/areas.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/** The ground or the edge of one element, as it is drawn. */
const lookOf = (control: Locator) =>
  control.evaluate((element) => {
    const { backgroundColor, outlineStyle, outlineColor, borderColor } = getComputedStyle(element)
    return { backgroundColor, outline: outlineStyle === 'none' ? null : outlineColor, borderColor }
  })

test('tells what is chosen from what is not where the person chooses the colours', async ({ newPerson }) => {
  const page = await newPerson()
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/browse/mentor/search')
  const grounds = async (chosen: Locator, other: Locator) => {
    await expect(chosen).toBeVisible()
    const [one, two] = [await lookOf(chosen), await lookOf(other)]
    expect(one.backgroundColor).not.toBe(two.backgroundColor)
  }
  await grounds(page.getByRole('checkbox', { name: /^Any/ }), page.getByRole('checkbox', { name: /^Under/ }))
  const hearts = page.getByRole('button', { name: /^Favourite: / })
  await hearts.first().click()
  // Pressed before the page is alive, it is chosen a moment later.
  await expect(hearts.first()).toHaveAttribute('aria-pressed', 'true')
  await grounds(hearts.first(), hearts.nth(1))

  await signIn(page, 'Mentees', demoEmail.Mentees)
  const bar = page.getByRole('navigation', { name: 'Main' }).first()
  await grounds(bar.getByRole('link', { name: 'Home' }), bar.getByRole('link', { name: 'Schedules' }))
  await page.goto('/mentees/connect/inbox')
  await page
    .getByRole('link', { name: /Ananya/ })
    .first()
    .click()
  // Exactly: a row of the list says "You: " before its last message, too.
  const bubble = page.getByText('You:', { exact: true }).first().locator('..')
  await expect(bubble).toBeVisible()
  expect((await lookOf(bubble)).outline).not.toBeNull()
  await page.goto('/mentees/settings')
  const on = page.getByRole('switch', { checked: true }).first()
  await on.scrollIntoViewIfNeeded()
  const before = await lookOf(on)
  const same = page.getByRole('switch', { checked: false })
  if ((await same.count()) > 0)
    expect((await lookOf(same.first())).backgroundColor).not.toBe(before.backgroundColor)
})
