import type { Page } from '@playwright/test'

/** Lets the page's socket through, and returns what breaks it, and what lets it come back. */
export async function makeSocketCuttable(page: Page) {
  let line = Promise.resolve()
  let mend = () => {}
  let cut = async () => {}
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    // Not refused: one that is closed before it has opened may never be told so, and be waited for.
    await line
    const server = socket.connectToServer()
    cut = async () => {
      await server.close({ code: 3001 })
      await socket.close({ code: 3001 })
    }
  })
  return {
    cut: () => {
      line = new Promise((resolve) => {
        mend = resolve
      })
      return cut()
    },
    mend: () => mend(),
  }
}
