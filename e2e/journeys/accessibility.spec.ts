import type { Page } from '@playwright/test'
import { addressesOf, areas, demoEmail } from '../support/areas.ts'
import { violationsAnywhere } from '../support/axe.ts'
import { expect, test } from '../support/journey.ts'
import { untilNetworkIdle } from '../support/network-idle.ts'
import { signIn } from '../support/sign-in.ts'
import { misfitsOf } from '../support/small-screens.ts'

async function visit(page: Page, address: string): Promise<string[]> {
  await page.goto(address)
  await untilNetworkIdle(page)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  expect(await movements(page), `what moves on ${address} for who asked for less motion`).toEqual([])
  // To load a page takes longer than to look at it, so that whatever is asked of all pages is asked here.
  return [...(await violationsAnywhere(page, address)), ...(await misfitsOf(page, address))]
}

/** Animations that last: those of people who asked for less motion are over before they can be seen. */
const movements = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => Number(animation.effect?.getComputedTiming().endTime) > 50)
      .map((animation) => animation.id || (animation as CSSAnimation).animationName),
  )

for (const area of areas) {
  test(`${area} pages keep nobody out in either theme, and fit at 320 px, at 400 % and with wider text`, async ({
    newPerson,
    app,
  }) => {
    const page = await newPerson()
    if (area !== 'public') await signIn(page, area, demoEmail[area])
    const found: string[] = []
    for (const address of await addressesOf(area, app)) found.push(...(await visit(page, address)))
    expect(found).toEqual([])
  })
}
