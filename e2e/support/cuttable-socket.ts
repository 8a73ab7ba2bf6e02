import type { Page } from '@playwright/test'

/** Lets the page's socket through, and returns what breaks it, and what lets it come back. */
export async function makeSocketCuttable(page: Page) {
  let isCut = false
  let cut = async () => {}
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isCut) return void socket.close({ code: 3001 })
    const server = socket.connectToServer()
    cut = async () => {
      await server.close({ code: 3001 })
      await socket.close({ code: 3001 })
    }
  })
  return {
    cut: () => {
      isCut = true
      return cut()
    },
    mend: () => {
      isCut = false
    },
  }
}
