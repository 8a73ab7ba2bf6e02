import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const widths = [360, 768, 1280]
type Theme = 'light' | 'dark'

/** What axe finds on the page as it stands, said so that it can be mended; and whether it scrolls sideways. */
async function violations(page: Page, theme: Theme): Promise<string[]> {
  // Frames of other origins, which the slower way is for, are forbidden by the policy of every page.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  // The themes differ in colours alone: the rest of the dark page was judged as the light one.
  if (theme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
  const { violations: found } = await axe.analyze()
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  const said = found.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  )
  return isTooWide ? [...said, 'scrolls sideways'] : said
}

/** The same at the width of a telephone, a tablet and a desk, in both themes. */
export async function violationsAnywhere(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await coloursSettled(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      found.push(
        ...(await violations(page, theme)).map((said) => `${name} at ${width} px, ${theme}: ${said}`),
      )
    }
  }
  return found
}

/** A colour half-way between two themes is nobody's to read. */
const coloursSettled = (page: Page) =>
  page.evaluate(async () => {
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(changes.map((change) => change.finished))
  })
