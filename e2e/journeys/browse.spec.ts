import { api } from '@marga/contract/api'
import type { Page } from '@playwright/test'
import { must } from '../support/client.ts'
import { expect, test } from '../support/journey.ts'
import { untilNetworkIdle } from '../support/network-idle.ts'
import { makeMentee } from '../support/people.ts'
import { fillSignInForm, password, signIn } from '../support/sign-in.ts'

test('says how many mentors fit, and so many are there', async ({ newPerson, app }) => {
  const page = await newPerson()
  await page.goto('/browse/mentor/search?search=react')
  const { total } = await must(app.url, api.search.facets, { query: { search: 'react' } })
  expect(total).toBeGreaterThan(1)
  await expect(page.getByRole('status').filter({ hasText: 'mentors' })).toHaveText(`${total} mentors`)
  const { mentorsSearchResult } = await must(app.url, api.search.mentors, {
    query: { search: 'react', limit: 100 },
  })
  expect(mentorsSearchResult).toHaveLength(total)
  await page.getByRole('checkbox', { name: 'Above ₹5000' }).check()
  const { total: dear } = await must(app.url, api.search.facets, { query: { search: 'react', price: 'e' } })
  await expect(page.getByText(dear ? `${dear} mentors` : 'No mentors match all of that')).toBeVisible()
})

test('finds who is free in the evenings of the person’s clock, and says which clock that is', async ({
  newPerson,
  app,
}) => {
  const page = await newPerson()
  await page.goto('/browse/mentor/search')
  const choice = page.getByRole('combobox', { name: 'Time of day' })
  await expect(choice).toBeVisible()
  await choice.selectOption({ value: 'evening' })
  await expect(page).toHaveURL(/timeOfDay=evening&utcOffset=330/)
  const query = { timeOfDay: 'evening', utcOffset: 330 } as const
  const { total } = await must(app.url, api.search.facets, { query })
  const count = page.getByRole('status').filter({ hasText: 'mentors' })
  await expect(count).toHaveText(`${total} mentors`)
  // From the server, too, and by the clock of whoever shared it.
  await page.goto('/browse/mentor/search?timeOfDay=evening&utcOffset=420')
  await expect(page.getByText('by the clock of UTC+7.')).toBeVisible()
  const { total: elsewhere } = await must(app.url, api.search.facets, {
    query: { ...query, utcOffset: 420 },
  })
  await expect(page.getByText(`${elsewhere} mentors`).first()).toBeVisible()
})

/** What the person sees at the middle of the element that has the focus. */
const isFocusSeen = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement!
    const { left, top, width, height } = focused.getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, top + height / 2)
    return focused.contains(seen) || (seen?.contains(focused) ?? false)
  })

for (const as of ['a visitor', 'a mentee'] as const) {
  test(`keeps Subscribe within reach at 360 px for ${as}, over nothing that has the focus`, async ({
    newPerson,
    app,
  }) => {
    const { mentorsSearchResult } = await must(app.url, api.search.mentors, {
      query: { search: 'react', limit: 20 },
    })
    const { _id: mentorId } = mentorsSearchResult.find(({ stripePriceId }) => stripePriceId)!
    const page = await newPerson({ width: 360 })
    if (as === 'a mentee') await signIn(page, 'Mentees', 'new-mentee@demo.test')
    const area = as === 'a mentee' ? '/mentees' : ''
    await page.goto(`${area}/browse/mentor/profile/${mentorId}`)
    const bar = page.getByRole('region', { name: 'Subscribe' })
    const control = (where: typeof bar | Page) =>
      where.getByRole(as === 'a mentee' ? 'button' : 'link', { name: 'Subscribe', exact: true })
    await expect(control(page)).toBeVisible()
    await page.getByRole('heading', { name: 'Similar mentors' }).scrollIntoViewIfNeeded()
    await expect(control(bar)).toBeVisible()
    // On by the keyboard from the offer: whatever has the focus is not under the bar.
    await page.getByRole('link', { name: 'How we measure answers' }).filter({ visible: true }).focus()
    for (let step = 0; step < 15; step++) {
      await page.keyboard.press('Tab')
      expect(await isFocusSeen(page), await page.evaluate(() => document.activeElement!.outerHTML)).toBe(true)
    }
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
    await expect(bar).toHaveCount(0)
  })
}

test('leads from a profile to another mentor of the same skill', async ({ newPerson }) => {
  const page = await newPerson()
  await page.goto('/browse/mentor/search?search=react')
  await page
    .getByRole('link', { name: /^Profile of/ })
    .first()
    .click()
  const heading = page.getByRole('heading', { level: 1 })
  const similar = page.getByRole('region', { name: 'Similar mentors' })
  await expect(similar.getByRole('article').first()).toBeVisible()
  const name = await heading.textContent()
  await expect(similar.getByRole('heading', { name: name! })).toHaveCount(0)
  const other = await similar.getByRole('heading', { level: 3 }).first().textContent()

  const follow = async () => {
    await similar.getByRole('link').first().click()
    await expect(heading).toHaveText(other!)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await expect.poll(() => structuredName(page)).toBe(other)
  }
  await follow()
  await page.goBack()
  await expect(heading).toHaveText(name!)
  // Once more from the page that the server draws: what it wrote for search engines is the browser's to replace.
  await page.reload()
  await untilNetworkIdle(page)
  await follow()
})

/** Whom the page describes to search engines. */
const structuredName = (page: Page) =>
  page.evaluate(() => {
    const text = document.querySelector('script[type="application/ld+json"]')!.textContent
    return (JSON.parse(text) as { mainEntity: { name: string } }).mainEntity.name
  })

test('keeps the favourites of a visitor, and brings them to the account at sign-in', async ({
  newPerson,
  app,
}) => {
  const { email } = await makeMentee(app, 'Isha')
  const page = await newPerson()
  await page.goto('/browse/mentor/search')
  const hearts = page.getByRole('button', { name: /^Favourite: / })
  const names: string[] = []
  for (const nth of [0, 1]) {
    await hearts.nth(nth).click()
    await expect(hearts.nth(nth)).toHaveAttribute('aria-pressed', 'true')
    names.unshift((await hearts.nth(nth).getAttribute('aria-label'))!)
  }
  const listed = () => hearts.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  await page.getByRole('link', { name: 'Favourites', exact: true }).click()
  await expect.poll(listed).toEqual(names)

  await page.goto('/auth/login?mentees')
  await fillSignInForm(page, { email, password })
  await page.waitForURL('**/mentees')
  await page.goto('/browse/favourites')
  await page.waitForURL('**/mentees/favourites')
  await expect.poll(listed).toEqual(names)
  await hearts.first().click()
  await expect.poll(listed).toEqual(names.slice(1))

  // On another device the account has them too.
  const other = await newPerson({ width: 360 })
  await signIn(other, 'Mentees', email, password)
  await other.goto('/mentees/favourites')
  await expect(other.getByRole('button', { name: names[1]!, exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(other.getByRole('article')).toHaveCount(1)
})
