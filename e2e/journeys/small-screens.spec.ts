import type { Locator, Page } from '@playwright/test'
import { addressesOf, areas, demoEmail } from '../support/areas.ts'
import { expect, test } from '../support/journey.ts'
import { untilNetworkIdle } from '../support/network-idle.ts'
import { signIn } from '../support/sign-in.ts'

/** What WCAG 1.4.12 lets people set of a text. */
const textSpacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

/** A page of 1280 × 1024 px at 400 %, and a telephone on its side. */
const shortScreen = { width: 320, height: 256 }
const telephone = { width: 320, height: 640 }

const tooWide = (page: Page) =>
  page.evaluate(() => {
    const room = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= room) return []
    return (
      [...document.body.querySelectorAll('*')]
        .filter((element) => element.getBoundingClientRect().right > room + 1)
        // What scrolls inside itself is in order.
        .filter((element) => {
          let parent = element.parentElement
          while (parent && getComputedStyle(parent).overflowX === 'visible') parent = parent.parentElement
          return parent === null || parent === document.documentElement || parent === document.body
        })
        .map((element) => element.outerHTML.slice(0, 120))
        .slice(0, 3)
    )
  })

/** How much of the screen bars that stay in their place leave to what is read. */
const freeShare = (page: Page) =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll('header, nav, [data-bottom-bar]')].filter((bar) =>
      ['fixed', 'sticky'].includes(getComputedStyle(bar).position),
    )
    const taken = bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0)
    return 1 - taken / window.innerHeight
  })

for (const area of areas) {
  test(`${area}: no page scrolls sideways at 320 px, with wider text neither, and at 400 % the page is there to be read`, async ({
    newPerson,
    app,
  }) => {
    const page = await newPerson({ width: 320 })
    if (area !== 'public') await signIn(page, area, demoEmail[area])
    const wrong: string[] = []
    for (const address of await addressesOf(area, app)) {
      await page.setViewportSize(telephone)
      await page.goto(address)
      await untilNetworkIdle(page)
      for (const found of await tooWide(page)) wrong.push(`${address}: ${found}`)
      await page.setViewportSize(shortScreen)
      if ((await freeShare(page)) < 0.9) wrong.push(`${address}: bars stay in their place at 400 %`)
      // The policy of the page allows no styles of others.
      await page.evaluate((css) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(css)
        document.adoptedStyleSheets = [sheet]
      }, textSpacing)
      for (const found of await tooWide(page)) wrong.push(`${address}, spaced: ${found}`)
    }
    expect(wrong).toEqual([])
  })
}

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
