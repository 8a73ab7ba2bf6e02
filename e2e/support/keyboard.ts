import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'

/** How many stops a person may pass before giving up. */
const stopsMax = 150

/** Goes from stop to stop with the Tab key until the control is reached, and sees that it shows the focus. */
export async function tabTo(page: Page, control: Locator) {
  await control.first().waitFor()
  for (let stop = 0; stop < stopsMax; stop++) {
    await page.keyboard.press('Tab')
    if (await isFocused(control)) {
      await expectFocusShown(page)
      return
    }
  }
  throw new Error(`${control} is not reached by ${stopsMax} presses of Tab`)
}

export async function pressOn(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

export async function typeInto(page: Page, control: Locator, text: string) {
  await tabTo(page, control)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

const isFocused = (control: Locator) =>
  control
    .first()
    .evaluate((element) => element === document.activeElement)
    .catch(() => false)

/** An outline or a ring, on the element or on what wraps it. */
async function expectFocusShown(page: Page) {
  const isShown = await page.evaluate(() => {
    let element = document.activeElement
    for (let level = 0; element && level < 3; level++, element = element.parentElement) {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      if ((outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none') return true
    }
    return false
  })
  expect(isShown, 'the focus can be seen').toBe(true)
}
