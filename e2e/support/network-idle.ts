import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'

const underWay = new WeakMap<Page, Set<Request>>()
const looksInARow = 3
const betweenLooksMs = 60
/** Longer than any request of the product may take: what is still on its way then was lost count of, or hangs. */
const waitMsMax = 60_000
/** A page that draws nothing more may never be called idle by Chromium; one that is asked this long is not busy. */
const idleWithinMs = 1000

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
    await untilIdle(page)
    if (requests.size > 0) looks = -1
    if (Date.now() > giveUpAt)
      throw new Error(
        `${page.url()} still waits for ${[...requests].map((one) => `${one.method()} ${one.url()}`).join(', ')}`,
      )
  }
}

/** An evaluation has no time limit of its own: a page that does not answer would hold the test to its end. */
async function untilIdle(page: Page) {
  const over = new AbortController()
  const silence = sleep(waitMsMax, undefined, { signal: over.signal }).then(() => {
    throw new Error(`${page.url()} has not answered for ${waitMsMax / 1000} s: its main thread is never free`)
  })
  const idle = page.evaluate(
    (timeout) => new Promise((resolve) => requestIdleCallback(resolve, { timeout })),
    idleWithinMs,
  )
  try {
    await Promise.race([idle, silence])
  } finally {
    over.abort()
    silence.catch(() => {})
  }
}
