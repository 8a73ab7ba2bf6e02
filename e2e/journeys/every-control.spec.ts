import { isDeepStrictEqual } from 'node:util'
import type { Page } from '@playwright/test'
import { type Control, controlsOf, effectOf, kindOf, listenForFiles } from '../support/controls.ts'
import { expect, test } from '../support/journey.ts'
import { untilNetworkIdle } from '../support/network-idle.ts'
import { signIn } from '../support/sign-in.ts'

/** Ends the stay of the person who presses; journeys of their own press these. */
const excluded = /sign out/i

const areas = {
  mentor: {
    enter: (page: Page) => signIn(page, 'Mentors', 'mentor@demo.test'),
    pages: [
      '/mentors',
      '/mentors/scheduler',
      '/mentors/connect/inbox/',
      '/mentors/profile',
      '/mentors/subscribed-mentees',
      '/mentors/response-times',
      '/mentors/community',
      '/mentors/tickets',
      '/mentors/notifications',
      '/mentors/settings',
    ],
  },
  moderator: {
    enter: (page: Page) => signIn(page, 'Moderator', 'moderator@demo.test'),
    pages: [
      '/moderator',
      '/moderator/mentees-list',
      '/moderator/mentors-list',
      '/moderator/mentor-applicants',
      '/moderator/tickets',
      '/moderator/audit-log',
      '/moderator/failed-refunds',
      '/moderator/settings',
    ],
  },
  mentee: {
    enter: (page: Page) => signIn(page, 'Mentees', 'mentee@demo.test'),
    pages: [
      '/mentees',
      '/mentees/browse/mentor',
      '/mentees/subscribed-mentors',
      '/mentees/schedules',
      '/mentees/booked-slots',
      '/mentees/connect/inbox',
      '/mentees/profile',
      '/mentees/subscribed-mentors > Ananya > Community',
      '/mentees/tickets',
      '/mentees/notifications',
      '/mentees/settings',
    ],
  },
  public: {
    enter: async () => {},
    pages: ['/', '/browse/mentor/search', '/about', '/faq', '/auth/login', '/auth/mentee-register'],
  },
}

for (const [area, { enter, pages }] of Object.entries(areas)) {
  test(`no link or button of the ${area} pages does nothing`, async ({ newPerson }, info) => {
    // Only what hangs: two hundred presses, of which each may open its page anew.
    test.setTimeout(900_000)
    const page = await newPerson()
    listenForFiles(page)
    await enter(page)
    const pressed = new Map<string, string | null>()
    for (const path of pages) await pressEverything(page, path, pressed)
    info.annotations.push({ type: 'pressed', description: String(pressed.size) })
    const dead = [...pressed].filter(([, effect]) => effect === null).map(([control]) => control)
    expect(dead).toEqual([])
    expect(pressed.size).toBeGreaterThan(10)
  })
}

/** Opens an address, or what links lead to from there: `/address > Link > Link`. */
async function openPage(page: Page, path: string) {
  const [address = '', ...links] = path.split(' > ')
  // What was pressed before may still be on its way to a page of its own, which takes this one's place.
  await expect(() => page.goto(address)).toPass()
  for (const name of links) await page.getByRole('main').getByRole('link', { name }).first().click()
  await expect(page.getByRole('main')).toBeVisible()
  await untilNetworkIdle(page)
}

/** Each control of the page that no page before it had, from the page as it opens. */
async function pressEverything(page: Page, path: string, pressed: Map<string, string | null>) {
  await openPage(page, path)
  const [opened, atFirst] = [page.url(), await controlsOf(page)]
  let isFresh = true
  for (const control of atFirst) {
    const known = `${control.role} ${kindOf(control.name)}`
    if (pressed.has(known) || excluded.test(control.name)) continue
    if (!isFresh) await openPage(page, path)
    const [now] = (await controlsOf(page)).filter(
      ({ role, name }) => role === control.role && kindOf(name) === kindOf(control.name),
    )
    // An act before this one has used it up.
    if (!now) continue
    const effect = await effectOf(
      page,
      page.locator('body').getByRole(now.role, { disabled: false }).nth(now.index),
    )
    pressed.set(known, effect && `${effect} (${path})`)
    const isUntouched = effect === null || effect === 'scroll' || effect === 'place'
    isFresh =
      isUntouched ||
      (effect === 'page' && (await closes(page, atFirst))) ||
      (effect === 'address' && (await comesBack(page, opened, atFirst)))
  }
}

/** Whether the way back leads to the page as it opened, which costs less than to load it anew. */
async function comesBack(page: Page, opened: string, atFirst: Control[]): Promise<boolean> {
  await untilNetworkIdle(page)
  await page.goBack()
  if (page.url() !== opened) return false
  await untilNetworkIdle(page)
  return isDeepStrictEqual(await controlsOf(page), atFirst)
}

/** Whether what opened over the page, a menu or a dialog, goes with Escape and leaves the page as it was. */
async function closes(page: Page, atFirst: Control[]) {
  const overlay = page.getByRole('dialog').or(page.getByRole('menu')).or(page.getByRole('alertdialog'))
  if ((await overlay.count()) === 0) return false
  await page.keyboard.press('Escape')
  await overlay
    .first()
    .waitFor({ state: 'hidden', timeout: 1000 })
    .catch(() => {})
  return (await overlay.count()) === 0 && isDeepStrictEqual(await controlsOf(page), atFirst)
}
