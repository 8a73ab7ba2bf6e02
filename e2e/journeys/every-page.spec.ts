import { join } from 'node:path'
import { api } from '@marga/contract/api'
import { loginStorageKeys } from '@marga/contract/roles'
import type { Page } from '@playwright/test'
import type { AppServer } from '../support/app-server.ts'
import { type Area, addressesOf, areas, demoEmail } from '../support/areas.ts'
import { must } from '../support/client.ts'
import { expect, test } from '../support/journey.ts'
import { untilNetworkIdle, watchRequests } from '../support/network-idle.ts'
import { makeMentee, makeMentor } from '../support/people.ts'
import { password, signIn } from '../support/sign-in.ts'
import { isStorm } from '../support/storm.ts'

// Each page with a full account, an empty one, a dead network and an ended session, on small and large screens, light
// and dark: with STORM=1, and as much of it as takes half a minute otherwise. SCREENSHOTS=folder keeps what was seen.

const looks = isStorm
  ? ([
      { width: 360, colorScheme: 'light' },
      { width: 1280, colorScheme: 'light' },
      { width: 360, colorScheme: 'dark' },
      { width: 1280, colorScheme: 'dark' },
    ] as const)
  : ([{ width: 360, colorScheme: 'light' }] as const)
const seenFull = isStorm ? areas : []
const members = isStorm ? (['Mentees', 'Mentors', 'Moderator'] as const) : (['Moderator'] as const)
const folder = process.env.SCREENSHOTS

type Seen = { page: Page; address: string; name: string }

/** What no page may lack, whatever its state. */
async function check({ page, address, name }: Seen): Promise<string[]> {
  await untilNetworkIdle(page)
  if (folder) {
    const file = `${address.replace(/[^a-z]+/gi, '-')}-${name}.png`
    await page.screenshot({ path: join(folder, file), fullPage: true })
  }
  const found = await page.evaluate(() => ({
    title: document.title,
    isWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    headings: [...document.querySelectorAll('h1')].filter((each) => each.getClientRects().length > 0).length,
  }))
  const text = (await page.locator('body').allInnerTexts()).join()
  return [
    / · Marga$|^Marga/.test(found.title) ? '' : `is called "${found.title}"`,
    found.isWide ? 'is wider than the screen' : '',
    found.headings === 0 ? 'has no heading' : '',
    // Which an unknown address says by the product's rules.
    /Something Went Wrong/.test(text) && address !== '/nowhere-at-all'
      ? 'says that something went wrong'
      : '',
    /\bundefined\b|\bNaN\b|\bnull\b|Invalid Date/.test(text) ? 'shows a value that is none' : '',
  ]
    .filter(Boolean)
    .map((what) => `${address} (${name}) ${what}`)
}

async function emptyAccount(area: Area, app: AppServer) {
  if (area === 'Mentees') return (await makeMentee(app, 'Empty')).email
  return (await makeMentor(app, 'Empty')).email
}

for (const look of looks) {
  const name = `${look.width} ${look.colorScheme}`
  for (const area of seenFull) {
    test(`${area} pages with a full account, ${name}`, async ({ newPerson, app }) => {
      const page = await newPerson(look)
      if (area !== 'public') await signIn(page, area, demoEmail[area])
      const problems: string[] = []
      for (const address of await addressesOf(area, app)) {
        await page.goto(address)
        problems.push(...(await check({ page, address, name: `full ${name}` })))
      }
      expect(problems).toEqual([])
    })
  }
  for (const area of ['Mentees', 'Mentors'] as const) {
    test(`${area} pages with an empty account, ${name}`, async ({ newPerson, app }) => {
      const page = await newPerson(look)
      await signIn(page, area, await emptyAccount(area, app), password)
      const problems: string[] = []
      for (const address of await addressesOf(area, app)) {
        await page.goto(address)
        problems.push(...(await check({ page, address, name: `empty ${name}` })))
      }
      expect(problems).toEqual([])
    })
  }
  for (const area of members) {
    test(`${area} pages with a dead network, ${name}`, async ({ browser, app }) => {
      const { width, colorScheme } = look
      // Not `newPerson`: here the console says what failed, and that is right.
      const context = await browser.newContext({
        baseURL: app.url,
        colorScheme,
        viewport: { width, height: 800 },
      })
      const page = await context.newPage()
      watchRequests(page)
      await signIn(page, area, demoEmail[area])
      await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
      const problems: string[] = []
      for (const address of await addressesOf(area, app)) {
        await page.goto(address)
        // A read is tried three times before it is given up.
        await expect(page.getByRole('heading', { level: 1 }).first(), address).toBeVisible()
        problems.push(...(await check({ page, address, name: `dead ${name}` })))
        const isReachable = await page.getByRole('navigation', { name: 'Main' }).isVisible()
        if (!isReachable) problems.push(`${address} has lost its navigation`)
      }
      await context.close()
      expect(problems).toEqual([])
    })

    test(`${area} pages with an ended session, ${name}`, async ({ newPerson, app }) => {
      const page = await newPerson(look)
      await signIn(page, area, demoEmail[area])
      const putBack = await endElsewhere(page, area, app)
      const problems: string[] = []
      for (const address of await addressesOf(area, app)) {
        // The page hears of its end, and may load itself anew at that very moment.
        await expect(async () => {
          await putBack()
          await page.goto(address)
        }).toPass()
        await expect(page, address).toHaveURL(/\/auth\/login/)
        problems.push(...(await check({ page, address, name: `ended ${name}` })))
      }
      expect(problems).toEqual([])
    })
  }
}

const roles = { Mentees: 'mentee', Mentors: 'mentor', Moderator: 'moderator' } as const
const logouts = {
  Mentees: api.accounts.logoutMentee,
  Mentors: api.accounts.logoutMentor,
  Moderator: api.accounts.logoutModerator,
}

/** Ends the page's session from elsewhere. @returns what puts the dead login back, as a browser would still hold it */
async function endElsewhere(page: Page, area: keyof typeof roles, { url }: AppServer) {
  const key = loginStorageKeys[roles[area]]
  const stored = await page.evaluate((name) => localStorage.getItem(name)!, key)
  const login = JSON.parse(stored) as {
    accessToken?: string
    moderatorAccessToken?: string
    refreshToken?: string
  }
  const token = login.accessToken ?? login.moderatorAccessToken
  await must(url, logouts[area], { body: { refreshToken: login.refreshToken } }, { token })
  return () => page.evaluate(([name, value]) => localStorage.setItem(name!, value!), [key, stored])
}
