import { createBilling } from './billing.ts'
import { createBooks } from './books.ts'
import { createExpand } from './expand.ts'
import { createHostedPage } from './hosted-page.ts'
import { createKeyMemory } from './key-memory.ts'
import { createRoutes } from './routes.ts'

function openMode(isLive: boolean, now: () => Date, url: () => string) {
  const books = createBooks(now, isLive)
  const billing = createBilling(books, url)
  return {
    books,
    billing,
    routes: createRoutes(books, billing, url),
    expand: createExpand(books, billing),
    page: createHostedPage(books, billing),
    once: createKeyMemory(now),
  }
}
export type Mode = ReturnType<typeof openMode>

/** By their keys. Test and live mode know nothing of each other: docs.stripe.com/keys#test-live-modes. */
export function openModes(secretKey: string, now: () => Date, url: () => string) {
  const liveKey = secretKey.replace('_test_', '_live_')
  const modes = new Map([
    [liveKey.replace('_live_', '_test_'), openMode(false, now, url)],
    [liveKey, openMode(true, now, url)],
  ])
  return { modes, liveKey }
}
