import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const widths = [360, 768, 1280]
export const themes = ['light', 'dark'] as const

/** What axe finds on the page as it stands, said so that it can be mended; and whether it scrolls sideways. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  const said = found.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  )
  return isTooWide ? [...said, 'scrolls sideways'] : said
}

/** The same at the width of a telephone, a tablet and a desk. */
export async function violationsAtAnyWidth(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    found.push(...(await violations(page)).map((said) => `${name} at ${width} px: ${said}`))
  }
  return found
}
