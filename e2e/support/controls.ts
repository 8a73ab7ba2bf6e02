import type { Locator, Page } from '@playwright/test'

/** What a control is known by: pressed once an area, wherever it stands. */
export type Control = { role: 'link' | 'button'; name: string; index: number }

/**
 * Links and buttons that a person could press on the page as it stands; those of one name count once, for they
 * do the same to different rows, and so do links that stand at one place of each row and lead to its own page.
 */
export async function controlsOf(page: Page, within = 'body'): Promise<Control[]> {
  const found: Control[] = []
  const places = new Set<string>()
  for (const role of ['link', 'button'] as const) {
    const all = page.locator(within).getByRole(role, { disabled: false })
    const seen = await all.evaluateAll((elements) => {
      /** Where in its row a link stands whose address names the row's own thing. */
      const placeInRow = (element: Element, href: string) => {
        const pattern = href.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
        const row = element.closest('li, tr, article')
        if (pattern === href || !row) return null
        const path: string[] = []
        for (let box = element; box !== row; box = box.parentElement!)
          path.push(`${box.tagName}${[...box.parentElement!.children].indexOf(box)}`)
        return `${pattern} ${path.join(' ')}`
      }
      return elements.map((element) => {
        const href = element.getAttribute('href') ?? ''
        // Mail and telephone programs are not the browser's; what is shown already need not be shown again.
        if (/^(mailto|tel):/.test(href) || element.closest('[aria-current], [aria-selected=true]'))
          return null
        if (element.tagName === 'A' && (element as HTMLAnchorElement).href === location.href) return null
        const name = (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim()
        return { name, place: placeInRow(element, href) }
      })
    })
    for (const [index, control] of seen.entries()) {
      if (!control) continue
      const { name, place } = control
      if (found.some((known) => known.role === role && kindOf(known.name) === kindOf(name))) continue
      if (place && places.has(place)) continue
      if (place) places.add(place)
      found.push({ role, name, index })
    }
  }
  return found
}

/** Names that differ only in numbers, dates or people name one kind of control. */
export const kindOf = (name: string): string =>
  name
    .replace(/\d+/g, '#')
    .replace(/\w+day, \w+ #(st|nd|rd|th)/, 'a day')
    .replace(/^#:# [ap]m – #:# [ap]m, (Open|Booked), (?!Free intro call).*/s, 'a time, $1')
    .replace(
      /^(View profile|Message|Book|Block|Unblock|Remove|Open|Read|Profile|About|Chat with|Reply to|Edit reply to) .*/s,
      '$1 …',
    )
    .slice(0, 60)

const withoutPlace = (address: string) => address.replace(/#.*/, '')

/**
 * To be called before the first page is opened. The browser is told to hand over what asks for a file when
 * somebody first listens, and may ask before it has heard: so somebody always listens.
 */
export function listenForFiles(page: Page) {
  page.on('filechooser', () => {})
}

/** A page of its own may have to be fetched before anything is to be seen. */
const nothingComesAfterMs = 15_000

/**
 * Presses Enter on it, as somebody without a mouse would, and says what came of it: a new address, another
 * place on the same page, a change on it, a scroll, an own window, or a file asked for or handed out. Null when nothing at all happened.
 */
export async function effectOf(page: Page, control: Locator): Promise<string | null> {
  await control.focus()
  await page.evaluate(() => {
    const seen = { changes: 0, scrolled: scrollY }
    Object.assign(window, { seen })
    const watch = new MutationObserver((records) => {
      seen.changes += records.length
    })
    // The browser's own popover opens without a change of the document.
    document.addEventListener('toggle', () => seen.changes++, { capture: true, once: true })
    watch.observe(document.documentElement, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  })
  const before = page.url()
  const happenings: string[] = []
  const onWindow = (opened: Page) => {
    happenings.push('window')
    void opened.close()
  }
  const onFile = () => happenings.push('file')
  page.context().on('page', onWindow)
  page.on('download', onFile)
  page.on('filechooser', onFile)
  try {
    await page.keyboard.press('Enter')
    const giveUpAt = Date.now() + nothingComesAfterMs
    while (Date.now() < giveUpAt) {
      if (page.url() !== before)
        return withoutPlace(page.url()) === withoutPlace(before) ? 'place' : 'address'
      const [happening] = happenings
      if (happening) return happening
      const change = await page
        .evaluate(() => {
          const { seen } = window as unknown as {
            seen?: { changes: number; scrolled: number }
          }
          if (!seen) return 'reload'
          if (seen.changes > 0) return 'page'
          if (seen.scrolled !== scrollY) return 'scroll'
          return null
        })
        .catch(() => 'reload')
      if (change) return change
      await page.waitForTimeout(50)
    }
    return null
  } finally {
    page.context().off('page', onWindow)
    page.off('download', onFile)
    page.off('filechooser', onFile)
  }
}
