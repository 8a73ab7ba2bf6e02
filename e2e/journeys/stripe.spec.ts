import { test as base, expect, type Page } from '@playwright/test'
import { type AppServer, startAppServer, startTimeoutMs } from '../support/app-server.ts'
import { makeMentee } from '../support/people.ts'
import { password, signIn } from '../support/sign-in.ts'
import { startStripe } from '../support/stripe.ts'

type Stripe = Awaited<ReturnType<typeof startStripe>>
const test = base.extend<object, { shop: { app: AppServer; stripe: Stripe } }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      let stripe: Stripe | undefined
      const app = await startAppServer({
        database: process.env.TEST_DATABASE_URL ? 'server' : 'embedded',
        env: async (url) => {
          stripe = await startStripe(`${url}/api/payments/webhook`)
          return stripe.env
        },
      })
      await use({ app, stripe: stripe! })
      await app.dispose()
      await stripe!.stop()
    },
    { scope: 'worker', timeout: startTimeoutMs },
  ],
  baseURL: ({ shop }, use) => use(shop.app.url),
})

// Each journey presses a mentor card, which otherwise comes in for 3.5 s before it stands still.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function signInSomebody(page: Page, app: AppServer, firstName: string) {
  const { email } = await makeMentee(app, firstName)
  await signIn(page, 'Mentees', email, password)
}

const subscribeButton = (page: Page) => page.getByRole('button', { name: 'Subscribe', exact: true }).first()

async function openCheckout(page: Page) {
  await page.goto('/mentees/browse/mentor/interview')
  await page
    .getByRole('link', { name: /profile/i })
    .first()
    .click()
  await subscribeButton(page).click()
  await expect(page.getByRole('heading', { name: 'Checkout stand-in' })).toBeVisible()
}

async function expectSubscribed(page: Page) {
  await page.goto('/mentees/subscribed-mentors')
  await expect(page.getByText(/4 of 4/)).toHaveCount(1, { timeout: 10_000 })
}

test('a declined card can be followed by one that pays, which leads back to a subscription', async ({
  page,
  shop: { app },
}) => {
  await signInSomebody(page, app, 'Decliner')
  await openCheckout(page)
  await page.getByRole('button', { name: /declined/ }).click()
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await expect(() => expectSubscribed(page)).toPass({ timeout: 60_000 })
})

test('going back without paying says so and subscribes nobody', async ({ page, shop: { app } }) => {
  await signInSomebody(page, app, 'Leaver')
  await openCheckout(page)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByText('Payment Failed')).toBeVisible()
  await expect(page.getByText('The payment was cancelled.')).toBeVisible()
  await page.goto('/mentees/subscribed-mentors')
  await expect(page.getByText('No subscriptions yet')).toBeVisible()
})

test('who closes the tab between payment and return is subscribed by the signed event', async ({
  page,
  shop: { app },
}) => {
  await signInSomebody(page, app, 'Closer')
  await openCheckout(page)
  await page.request.post(page.url(), { form: { outcome: 'success' }, maxRedirects: 0 })
  await expect(() => expectSubscribed(page)).toPass({ timeout: 60_000 })
})

test('who pays while the product is down is subscribed once it is up again', async ({
  page,
  shop: { app },
}) => {
  await signInSomebody(page, app, 'Outage')
  await openCheckout(page)
  await app.kill()
  await page.request.post(page.url(), { form: { outcome: 'success' }, maxRedirects: 0 })
  await app.start()
  await expect(() => expectSubscribed(page)).toPass({ timeout: 60_000 })
})

test('two tabs lead to one page and one subscription, and the portal opens', async ({
  page,
  context,
  shop: { app, stripe },
}) => {
  await signInSomebody(page, app, 'Twotabs')
  const before = (await stripe.subscriptions()).length
  const other = await context.newPage()
  await Promise.all([openCheckout(page), openCheckout(other)])
  expect(other.url()).toBe(page.url())
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await other.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(other.getByText('no longer open')).toBeVisible()
  expect((await stripe.subscriptions()).length).toBe(before + 1)
  await page.goto('/mentees/settings')
  // Where the provider has not answered in time that is said, and the button can be pressed again.
  await expect(async () => {
    await page.getByRole('button', { name: 'Cards and invoices' }).click({ timeout: 5_000 })
    await page.waitForURL(/\/p\/session\/cus_/, { timeout: 30_000 })
  }).toPass()
})
