import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

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
  // Frames of other origins, which the slower way is for, are forbidden by the policy of every page.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (rules === 'contrast') axe.withRules('color-contrast')
  const { violations: found } = await axe.analyze()
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  const said = found.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  )
  return isTooWide ? [...said, 'scrolls sideways'] : said
}

/** At the width of a telephone, a tablet and a desk, and in both themes: every rule once, and contrast in each. */
export async function violationsAnywhere(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const [index, { theme, width }] of looks.entries()) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    await coloursSettled(page)
    const rules = index === 0 || isFull ? 'all' : 'contrast'
    found.push(...(await violations(page, rules)).map((said) => `${name} at ${width} px, ${theme}: ${said}`))
  }
  return found
}

/** A colour half-way between two themes is nobody's to read. */
const coloursSettled = (page: Page) =>
  page.evaluate(async () => {
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(changes.map((change) => change.finished))
  })
