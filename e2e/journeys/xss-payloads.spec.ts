import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import type { Somebody } from '../support/people.ts'
import { password, signIn } from '../support/sign-in.ts'
import { writeEverywhere } from '../support/xss-content.ts'
import { xssPayloads } from '../support/xss-payloads.ts'

/** Notes it when any text has run, in every frame and from the first moment on. */
async function watch(context: BrowserContext, ran: string[]) {
  await context.exposeFunction('reportRun', (where: string) => void ran.push(where))
  await context.addInitScript(() => {
    const report = () => (window as never as { reportRun(where: string): void }).reportRun(location.href)
    Object.defineProperty(window, 'pwned', { get: () => report, set: report, configurable: false })
    document.addEventListener('securitypolicyviolation', (event) => {
      ;(window as never as { reportRun(where: string): void }).reportRun(
        `policy ${event.effectiveDirective} ${event.blockedURI} on ${location.href}`,
      )
    })
  })
}

async function visit(page: Page, paths: string[]) {
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.locator('main, [role=main]').first()).toBeVisible()
    // What runs only when something is pointed at or focused.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('main *'))
        for (const name of ['mouseover', 'pointerenter', 'focus', 'click'] as const)
          if (!(element instanceof HTMLAnchorElement || element.closest('a, button, form')))
            element.dispatchEvent(new Event(name, { bubbles: false }))
    })
  }
}

type Written = Awaited<ReturnType<typeof writeEverywhere>>

/** Where what was written is shown, by who sees it. */
const pagesOf = ({ mentor, slotId, conversationId, search }: Written) => ({
  public: [
    `/browse/mentor/profile/${mentor.id}`,
    `/browse/mentor/search?search=${encodeURIComponent(search)}`,
    `/browse/mentor/search?search=${encodeURIComponent('<script>pwned()</script>')}`,
    '/testimonials',
    `/auth/login?mentees&error=${encodeURIComponent('"><svg onload=pwned()>')}`,
  ],
  Mentees: [
    '/mentees',
    '/mentees/profile',
    `/mentees/browse/mentor/profile/${mentor.id}`,
    `/mentees/browse/mentor/${encodeURIComponent('<img src=x onerror=pwned()>')}`,
    '/mentees/subscribed-mentors',
    '/mentees/booked-slots',
    '/mentees/schedules',
    '/mentees/tickets',
    '/mentees/notifications',
    `/mentees/connect/inbox/${conversationId}`,
    `/mentees/community/${mentor.id}`,
    `/mentees/connect/live/${slotId}`,
    `/mentees/payment/failed?message=${encodeURIComponent('<svg onload=pwned()>')}`,
    '/mentees/settings',
  ],
  Mentors: [
    '/mentors',
    '/mentors/profile',
    '/mentors/scheduler',
    '/mentors/subscribed-mentees',
    '/mentors/tickets',
    '/mentors/notifications',
    '/mentors/community',
    `/mentors/connect/inbox/${conversationId}`,
    '/mentors/settings',
  ],
  Moderator: [
    '/moderator',
    '/moderator/tickets',
    '/moderator/mentees-list',
    '/moderator/mentors-list',
    '/moderator/mentor-applicants',
  ],
})

test('nothing that people write runs in anybody’s browser', async ({ newPerson, app }) => {
  expect(xssPayloads.length).toBeGreaterThanOrEqual(200)
  const written = await writeEverywhere(app)
  const pages = pagesOf(written)
  const ran: string[] = []
  const as = async (
    type: 'Mentees' | 'Mentors' | 'Moderator',
    who: Pick<Somebody, 'email'>,
    secret?: string,
  ) => {
    const page = await newPerson()
    await watch(page.context(), ran)
    await signIn(page, type, who.email, secret)
    return page
  }

  const visitor = await newPerson()
  await watch(visitor.context(), ran)
  await visit(visitor, pages.public)
  await visit(await as('Mentees', written.mentee, password), pages.Mentees)
  await visit(await as('Mentors', written.mentor, password), pages.Mentors)
  await visit(await as('Moderator', { email: 'moderator@demo.test' }), pages.Moderator)
  expect(ran).toEqual([])
})

test('the watch itself notices what runs', async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.url })
  const ran: string[] = []
  await watch(context, ran)
  const page = await context.newPage()
  // A page without a policy, into which the text is put as markup.
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: '<main></main>' }))
  await page.goto('/bare')
  await page.evaluate(() => {
    document.querySelector('main')!.innerHTML = '<img src=x onerror=pwned()>'
  })
  await expect.poll(() => ran.length).toBeGreaterThan(0)
  // And the policy of the product stops it.
  const before = ran.length
  await page.goto('/')
  const refused = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src=x onerror=pwned()>'
      return false
    } catch {
      return true
    }
  })
  expect(refused).toBe(true)
  expect(ran.slice(before).filter((where) => !where.startsWith('policy'))).toEqual([])
  await context.close()
})
