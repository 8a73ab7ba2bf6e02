import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { wholeChromiumLaunch } from '../support/chromium.ts'
import { expect, test } from '../support/journey.ts'
import { makeMentee, makeMentor, subscribe } from '../support/people.ts'
import { password, signIn } from '../support/sign-in.ts'

// That the browser can install the product, and how a signed-in person hears of it.

/** An ordinary window: in a private one, which other journeys are in, nothing can be installed. */
async function withOrdinaryWindow(app: { url: string }, visit: (page: Page) => Promise<void>) {
  const profile = mkdtempSync(join(tmpdir(), 'marga-profile-'))
  // The browser's own offer otherwise waits until somebody has come back for days.
  const launch = wholeChromiumLaunch(['--bypass-app-banner-engagement-checks'])
  const context = await chromium.launchPersistentContext(profile, { ...launch, baseURL: app.url })
  try {
    await visit(await context.newPage())
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

test('the browser finds nothing that keeps the product from being installed', async ({ app }) => {
  const mentee = await makeMentee(app, 'Installer')
  const mentor = await makeMentor(app, 'Fitter')
  await withOrdinaryWindow(app, async (page) => {
    const devtools = await page.context().newCDPSession(page)
    const visits = {
      visitor: () => page.goto('/'),
      mentee: () => signIn(page, 'Mentees', mentee.email, password),
      mentor: () => signIn(page, 'Mentors', mentor.email, password),
    }
    for (const [who, open] of Object.entries(visits)) {
      await open()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const manifest = await devtools.send('Page.getAppManifest')
      expect(manifest.url, who).toBe(`${app.url}/manifest.webmanifest`)
      expect(manifest.errors, who).toEqual([])
      expect(JSON.parse(manifest.data!), who).toMatchObject({ name: 'Marga', display: 'standalone' })
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
      expect(installabilityErrors, who).toEqual([])
    }
  })
})

/** No person answers the browser's question here. */
const acceptOffer = (page: Page) =>
  page.evaluate(() => {
    const { __installPrompt: offer } = globalThis as typeof globalThis & { __installPrompt: Event }
    Object.defineProperties(offer, {
      prompt: { value: () => Promise.resolve(document.documentElement.setAttribute('data-asked', '')) },
      userChoice: { value: Promise.resolve({ outcome: 'accepted' }) },
    })
  })

test('what the browser offers is kept for the settings, and the hint is put away for good', async ({
  app,
}) => {
  const mentor = await makeMentor(app, 'Host')
  const mentee = await makeMentee(app, 'Hinted')
  await subscribe(app, mentee, mentor)
  await withOrdinaryWindow(app, async (page) => {
    await signIn(page, 'Mentees', mentee.email, password)
    const hint = page.getByRole('region', { name: 'Install Marga' })
    await hint.getByRole('button', { name: 'Not now' }).click()
    await expect(hint).toBeHidden()

    await page.goto('/mentees/settings')
    const section = page.getByRole('region', { name: 'Marga on this device' })
    const install = section.getByRole('button', { name: 'Install Marga' })
    await expect(install).toBeVisible()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Set your goals' })).toBeVisible()
    await expect(hint).toBeHidden()
    await page.goBack()
    await acceptOffer(page)
    await install.click()
    await expect(page.locator('html')).toHaveAttribute('data-asked', '')
    await expect(section).toBeHidden()
  })
})
