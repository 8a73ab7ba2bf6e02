import type { Page } from '@playwright/test'

type Look = { text: string; path: string; state: unknown }
/** Of a popup that closes by itself a second after it has said that all is well: what it showed then is kept. */
export const keepLastLook = (popup: Page) =>
  popup.addInitScript(() => {
    const close = window.close.bind(window)
    window.close = () => {
      // biome-ignore lint/performance/useDomNodeTextContent: what is seen counts
      const look = { text: document.body.innerText, path: location.pathname, state: history.state }
      localStorage.setItem('lastLook', JSON.stringify(look))
      close()
    }
  })
/** @returns what was kept, at a page of the same origin */
export const lastLook = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('lastLook') ?? 'null') as Look)
