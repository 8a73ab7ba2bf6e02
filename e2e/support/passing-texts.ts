import { expect, type Page } from '@playwright/test'

/** In the page: what it has said so far and no test has asked about yet. */
type WithTexts = typeof globalThis & { passingTexts?: string[] }

/**
 * Keeps what a page says for some seconds only, its toasts and the title of a dialog that leads on by itself: on a busy
 * machine such a text can come and go between two looks of a test.
 */
export const keepPassingTexts = (page: Page) =>
  page.addInitScript(() => {
    const said: string[] = []
    Object.assign(globalThis, { passingTexts: said })
    const known = new WeakMap<Element, string>()
    const selector =
      '[data-sonner-toast] [data-title], [data-sonner-toast] [data-description], [role=alertdialog] h2'
    const look = () => {
      for (const element of document.querySelectorAll(selector)) {
        const text = element.textContent ?? ''
        if (text === '' || known.get(element) === text) continue
        known.set(element, text)
        said.push(text)
      }
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })

/** What the document in a page of `newPerson` has said, without what `expectSaid` has found. */
export const passingTexts = (page: Page) =>
  page.evaluate(() => {
    const { passingTexts: said } = globalThis as WithTexts
    if (!said) throw new Error('Nobody keeps what this page says: is it one of newPerson?')
    return said
  })

/** Expects that the document in a page of `newPerson` says something, or has; each is found once. */
export const expectSaid = (page: Page, text: string | RegExp) =>
  expect(async () => {
    const said = await passingTexts(page)
    const at = said.findIndex((one) => (typeof text === 'string' ? one.includes(text) : text.test(one)))
    expect(at, `"${text}" among what was said: ${said.join(' | ')}`).toBeGreaterThanOrEqual(0)
    await page.evaluate((index) => (globalThis as WithTexts).passingTexts?.splice(index, 1), at)
  }).toPass({ timeout: 60_000 })
