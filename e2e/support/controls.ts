import type { Locator, Page } from '@playwright/test'

/** What a control is known by: pressed once an area, wherever it stands. */
export type Control = { role: 'link' | 'button'; name: string; index: number }

/**
 * Links and buttons that a person could press on the page as it stands; those of one name count once, for they
 * do the same to different rows.
 */
export async function controlsOf(page: Page, within = 'body'): Promise<Control[]> {
  const found: Control[] = []
  for (const role of ['link', 'button'] as const) {
    const all = page.locator(within).getByRole(role, { disabled: false })
    const names = await all.evaluateAll((elements) =>
      elements.map((element) => {
        const href = element.getAttribute('href') ?? ''
        // Mail and telephone programs are not the browser's; what is shown already need not be shown again.
        if (/^(mailto|tel):/.test(href) || element.closest('[aria-current], [aria-selected=true]'))
          return null
        if (element.tagName === 'A' && (element as HTMLAnchorElement).href === location.href) return null
        return (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim()
      }),
    )
    names.forEach((name, index) => {
      if (name !== null && !found.some((known) => known.role === role && kindOf(known.name) === kindOf(name)))
        found.push({ role, name, index })
    })
  }
  return found
}

/** Names that differ only in numbers, dates or people name one kind of control. */
export const kindOf = (name: string): string =>
  name
    .replace(/\d+/g, '#')
    .replace(/\w+day, \w+ #(st|nd|rd|th)/, 'a day')
    .replace(/^(View profile|Message|Book|Block|Unblock|Remove|Open|Read|Profile) .*/s, '$1 …')
    .slice(0, 60)

const withoutPlace = (address: string) => address.replace(/#.*/, '')

/**
 * To be called before the first page is opened. The browser is told to hand over what asks for a file when
 * somebody first listens, and may ask before it has heard: so somebody always listens.
 */
export function listenForFiles(page: Page) {
  page.on('filechooser', () => {})
}

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
    for (let tries = 0; tries < 20; tries++) {
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
