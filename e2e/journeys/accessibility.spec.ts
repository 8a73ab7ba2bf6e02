import { api } from '@marga/contract/api'
import type { Page } from '@playwright/test'
import { violationsAnywhere } from '../support/axe.ts'
import { must } from '../support/client.ts'
import { expect, signIn, test } from '../support/journey.ts'
import { untilQuiet } from '../support/quiet.ts'

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
    '/auth/application?token=unknown',
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
    '/moderator/audit-log',
    '/moderator/failed-refunds',
    '/moderator/settings',
  ],
}
const demoEmail = {
  Mentees: 'mentee@demo.test',
  Mentors: 'mentor@demo.test',
  Moderator: 'moderator@demo.test',
}

async function visit(page: Page, address: string): Promise<string[]> {
  await page.goto(address)
  await untilQuiet(page)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  expect(await movements(page), `what moves on ${address} for who asked for less motion`).toEqual([])
  return violationsAnywhere(page, address)
}

/** Animations that last: those of people who asked for less motion are over before they can be seen. */
const movements = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => Number(animation.effect?.getComputedTiming().endTime) > 50)
      .map((animation) => animation.id || (animation as CSSAnimation).animationName),
  )

for (const [area, addresses] of Object.entries(areas)) {
  test(`${area} pages keep nobody out in either theme`, async ({ newPerson, product }) => {
    test.setTimeout(300_000)
    const page = await newPerson()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (area !== 'public')
      await signIn(page, area as keyof typeof demoEmail, demoEmail[area as keyof typeof demoEmail])
    const found: string[] = []
    const { mentorsSearchResult } = await must(product.url, api.search.mentors, {
      query: { search: 'Ananya Krishnan' },
    })
    const mentorId = mentorsSearchResult[0]!._id
    for (const address of addresses) found.push(...(await visit(page, address.replace(':mentor', mentorId))))
    expect(found).toEqual([])
  })
}
