import { AxeBuilder } from '@axe-core/playwright'
import { api } from '@marga/contract/api'
import type { Page } from '@playwright/test'
import { must } from '../support/client.ts'
import { expect, signIn, test } from '../support/journey.ts'

const widths = [360, 768, 1280]
const themes = ['light', 'dark'] as const

const areas = {
  public: [
    '/',
    '/browse/mentor/search',
    '/browse/mentor/search?search=zzzz',
    '/browse/mentor/profile/:mentor',
    '/auth/mentee/forgotpassword',
    '/auth/mentor/forgotpassword',
    '/auth/login?mentees',
    '/auth/login?modarators',
    '/auth/mentee-register',
    '/auth/mentor-register',
    '/auth/registrationsuccess',
    '/about',
    '/code-of-conduct',
    '/faq',
    '/contact',
    '/testimonials',
    '/nowhere-at-all',
  ],
  Mentees: [
    '/mentees',
    '/mentees/browse/mentor/react',
    '/mentees/subscribed-mentors',
    '/mentees/schedules',
    '/mentees/booked-slots',
    '/mentees/connect/inbox',
    '/mentees/payment/failed',
    '/mentees/browse/mentor/profile/:mentor',
    '/mentees/profile',
    '/mentees/settings',
    '/mentees/tickets',
    '/mentees/notifications',
    '/mentees/community/:mentor',
    '/mentees/trial/:mentor',
  ],
  Mentors: [
    '/mentors',
    '/mentors/scheduler',
    '/mentors/profile',
    '/mentors/subscribed-mentees',
    '/mentors/connect/inbox',
    '/mentors/community',
    '/mentors/settings',
    '/mentors/tickets',
    '/mentors/notifications',
  ],
  Moderator: [
    '/moderator',
    '/moderator/mentor-applicants',
    '/moderator/mentees-list',
    '/moderator/mentors-list',
    '/moderator/tickets',
    '/moderator/settings',
  ],
}
const demoEmail = {
  Mentees: 'mentee@demo.test',
  Mentors: 'mentor@demo.test',
  Moderator: 'moderator@demo.test',
}

/** What axe finds on the page as it stands, said so that it can be mended; and whether it scrolls sideways. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  const said = found.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  )
  return isTooWide ? [...said, 'scrolls sideways'] : said
}

async function visit(page: Page, address: string): Promise<string[]> {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    found.push(...(await violations(page)).map((said) => `${address} at ${width} px: ${said}`))
  }
  return found
}

for (const [area, addresses] of Object.entries(areas)) {
  for (const colorScheme of themes) {
    test(`${area} pages keep nobody out in the ${colorScheme} theme`, async ({ newPerson, product }) => {
      test.setTimeout(300_000)
      const page = await newPerson({ colorScheme })
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
      if (area !== 'public')
        await signIn(page, area as keyof typeof demoEmail, demoEmail[area as keyof typeof demoEmail])
      const found: string[] = []
      const { mentorsSearchResult } = await must(product.url, api.search.mentors, {
        query: { search: 'Ananya Krishnan' },
      })
      const mentorId = mentorsSearchResult[0]!._id
      for (const address of addresses)
        found.push(...(await visit(page, address.replace(':mentor', mentorId))))
      expect(found).toEqual([])
    })
  }
}
