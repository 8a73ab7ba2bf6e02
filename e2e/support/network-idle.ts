import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'

const underWay = new WeakMap<Page, Set<Request>>()
const looksInARow = 3
const betweenLooksMs = 60
/** Longer than any request of the product may take: what is still on its way then was lost count of, or hangs. */
const waitMsMax = 60_000
/** Chromium may never call a page idle that draws nothing more; after this its main thread is asked. */
const idleWithinMs = 1000
/** A main thread that answers within this has nothing long to do. */
const answersWithinMs = 50

/** To be called before the page asks for anything. */
export function watchRequests(page: Page) {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  // What a page left behind asked for ends unsaid.
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame())
      for (const request of requests) if (!request.isNavigationRequest()) requests.delete(request)
  })
}

/**
 * The page has done what it had to do, and nothing it asked for is still on its way: the same as Playwright's
 * `networkidle`, but it looks whether the page is busy instead of waiting half a second each time.
 */
export async function untilNetworkIdle(page: Page) {
  const requests = underWay.get(page)
  if (!requests) throw new Error('watchRequests was not called for this page')
  await page.waitForLoadState('load')
  const giveUpAt = Date.now() + waitMsMax
  for (let looks = 0; looks < looksInARow; looks++) {
    await sleep(betweenLooksMs)
    const isIdle = await whetherIdle(page)
    if (!isIdle || requests.size > 0) looks = -1
    if (Date.now() > giveUpAt) {
      const asked = [...requests].map((one) => `${one.method()} ${one.url()}`).join(', ')
      throw new Error(`${page.url()} ${asked ? `still waits for ${asked}` : 'is busy without end'}`)
    }
  }
}

/** An evaluation has no time limit of its own: a page that does not answer would hold the test to its end. */
async function whetherIdle(page: Page): Promise<boolean> {
  const over = new AbortController()
  const silence = sleep(waitMsMax, undefined, { signal: over.signal }).then(() => {
    throw new Error(`${page.url()} has not answered for ${waitMsMax / 1000} s: its main thread is never free`)
  })
  const answer = page.evaluate(
    ([timeout, answersWithin]) =>
      new Promise<boolean>((resolve) => {
        const ask = () => {
          const [asked, { port1, port2 }] = [performance.now(), new MessageChannel()]
          port1.onmessage = () => resolve(performance.now() - asked < answersWithin)
          port2.postMessage(null)
        }
        requestIdleCallback(({ didTimeout }) => (didTimeout ? ask() : resolve(true)), { timeout })
      }),
    [idleWithinMs, answersWithinMs] as const,
  )
  try {
    return await Promise.race([answer, silence])
  } catch (error) {
    // It goes to its next page.
    if (!page.isClosed() && /Execution context was destroyed/.test(String(error))) return false
    throw error
  } finally {
    over.abort()
    silence.catch(() => {})
  }
}
