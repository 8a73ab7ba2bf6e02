import { type Browser, test as base, expect, type Page } from '@playwright/test'
import { type AppServer, startAppServer, startTimeoutMs } from './app-server.ts'
import { describePage, describeServer, report } from './failure-report.ts'
import { watchRequests } from './network-idle.ts'
import { expectSaid, keepPassingTexts } from './passing-texts.ts'
import { password } from './sign-in.ts'

type PersonOptions = {
  colorScheme?: 'light' | 'dark'
  width?: number
  /** Motion for those who look at it; for the others cards that come in for seconds take a processor of two. */
  reducedMotion?: 'reduce' | 'no-preference'
  /** A telephone, where a finger presses. */
  hasTouch?: boolean
}
type Fixtures = {
  /** A fresh browser of one person; its console must stay clean. */
  newPerson: (options?: PersonOptions) => Promise<Page>
}
type WorkerFixtures = { app: AppServer }

/** What a browser reports in normal use although nothing is wrong. */
const expectedNoise =
  /Failed to load resource: the server responded with a status of 4\d\d|net::ERR_CONNECTION_REFUSED|net::ERR_INTERNET_DISCONNECTED|WebSocket connection to|WebSocket is already in CLOSING|Failed to fetch manifest patches|An unknown error occurred when fetching the script/
/**
 * Firefox's word for a request that the page let go while its worker answered it, such as at the next page. It has no
 * address then: one that names an address is a fault of the worker.
 */
const droppedInWorker = /Failed to load ‘’\. A ServiceWorker intercepted the request/
/** What the worker asked for in the page's stead without a connection. */
const failedInWorker = /net::ERR_FAILED \S+\/assets\//
const expected = [expectedNoise, droppedInWorker, failedInWorker]

/** One product a worker, shared by the files that it runs. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
const startOne = async ({}: object, use: (app: AppServer) => Promise<void>) => {
  const app = await startAppServer({ database: process.env.TEST_DATABASE_URL ? 'server' : 'embedded' })
  await use(app)
  await app.dispose()
}
const ofWorker = { scope: 'worker', timeout: startTimeoutMs } as const

export const test = base.extend<Fixtures, WorkerFixtures>({
  app: [startOne, ofWorker],
  newPerson: async ({ browser, app }, use, info) => {
    const pages: Page[] = []
    const ends: (() => Promise<void>)[] = []
    const complaints: string[] = []
    await use(async (options = {}) => {
      const { colorScheme = 'light', width = 1280, reducedMotion = 'reduce', hasTouch = false } = options
      const own = await browserOfOnePerson(browser)
      const context = await own.newContext({
        baseURL: app.url,
        colorScheme,
        reducedMotion,
        hasTouch,
        isMobile: hasTouch,
        viewport: { width, height: 800 },
      })
      ends.push(() => (own === browser ? context.close() : own.close()))
      const page = await context.newPage()
      pages.push(page)
      watchRequests(page)
      await keepPassingTexts(page)
      // Firefox says some of it as an error of the page.
      const complain = (said: string) => {
        if (!expected.some((noise) => noise.test(said))) complaints.push(said)
      }
      page.on('console', (message) => {
        if (message.type() === 'error') complain(`${message.text()} ${message.location().url}`)
      })
      page.on('pageerror', (error) => complain(String(error)))
      return page
    })
    if (info.status !== info.expectedStatus || complaints.length > 0) {
      for (const page of pages) await report(info, () => describePage(page))
      await report(info, async () => describeServer(app.output()))
    }
    for (const end of ends) await end()
    expect(complaints, 'the browser console').toEqual([])
  },
})
export { expect }

/** For a file that counts on the demo as it is: no other journey has been at its product. */
export const testOnOwnProduct = test.extend<object, WorkerFixtures>({
  app: [startOne, ofWorker],
})

/** In Firefox one window has the focus, and what is typed into another one tells its page nothing. */
const browserOfOnePerson = (browser: Browser) =>
  browser.browserType().name() === 'firefox' ? browser.browserType().launch() : browser

export async function registerMentee(page: Page, firstName: string, email: string) {
  await page.goto('/auth/mentee-register')
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill('Journey')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone number').fill('9876543210')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expectSaid(page, 'Your account has been successfully created.')
}
