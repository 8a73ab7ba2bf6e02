import type { Page } from '@playwright/test'

/** What WCAG 1.4.12 lets people set of a text. */
const textSpacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

/** A page of 1280 × 1024 px at 400 %, and a telephone on its side. */
const shortScreen = { width: 320, height: 256 }
const telephone = { width: 320, height: 640 }

/** What reaches beyond the screen, and is not in something that scrolls inside itself. */
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

/** What is measured at once may still be of the size or the style before. */
const laidOut = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  })

async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size)
  await laidOut(page)
}

/** What does not fit a page at 320 px, at 400 % and with the wider text that people may set; said so that it can be mended. */
export async function misfitsOf(page: Page, name: string): Promise<string[]> {
  const wrong: string[] = []
  const wide = async (how: string) => {
    for (const found of await tooWide(page)) wrong.push(`${name}${how}: ${found}`)
  }
  await resize(page, telephone)
  await wide(' at 320 px')
  await resize(page, shortScreen)
  if ((await freeShare(page)) < 0.9) wrong.push(`${name}: bars stay in their place at 400 %`)
  // The policy of the page allows no styles of others.
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, textSpacing)
  await laidOut(page)
  await wide(', spaced')
  return wrong
}
