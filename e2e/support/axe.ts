import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

type Theme = 'light' | 'dark'
type Look = { theme: Theme; width: number }

const isFull = process.env.TEST_MATRIX === 'full'

/** Every width and both themes; every pair of them, by all rules, with TEST_MATRIX=full. */
const looks: readonly Look[] = isFull
  ? (['light', 'dark'] as const).flatMap((theme) => [360, 768, 1280].map((width) => ({ theme, width })))
  : [
      { theme: 'light', width: 1280 },
      { theme: 'light', width: 360 },
      { theme: 'dark', width: 768 },
    ]

/** What axe finds on the page as it stands, said so that it can be mended; and whether it scrolls sideways. */
async function violations(page: Page, rules: 'all' | 'contrast'): Promise<string[]> {
  // What is in frames would need axe in each of them. No page of the product has any.
  expect(page.frames()).toHaveLength(1)
  const found = await page.evaluate(async (isContrast) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      // Whatever is in order would be described node by node, and thrown away.
      resultTypes: ['violations'],
      ...(isContrast ? { runOnly: ['color-contrast'] } : {}),
    })
    return violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) }))
  }, rules === 'contrast')
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  const said = found.map(({ id, targets }) => `${id}: ${targets.join(' | ')}`)
  return isTooWide ? [...said, 'scrolls sideways'] : said
}

/** At the width of a telephone, a tablet and a desk, and in both themes: every rule once, and contrast in each. */
export async function violationsAnywhere(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  // Once for all looks: compiling it takes as long as a look.
  await page.evaluate(axe.source)
  await page.evaluate(() => {
    // What the browser leaves out while it is out of sight is examined, too.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
  for (const [index, { theme, width }] of looks.entries()) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    await coloursSettled(page)
    const rules = index === 0 || isFull ? 'all' : 'contrast'
    found.push(...(await violations(page, rules)).map((said) => `${name} at ${width} px, ${theme}: ${said}`))
  }
  return found
}

/** A colour half-way between two themes is nobody's to read. What the page changes by itself comes a frame later. */
const coloursSettled = (page: Page) =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const changes = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    do {
      await Promise.allSettled(changes().map((change) => change.finished))
      await nextFrame()
      await nextFrame()
    } while (changes().length > 0)
  })
