import { mkdirSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { chromiumLaunch } from './support/chromium.ts'
import { signIn } from './support/journey.ts'
import { startProduct } from './support/product.ts'

mkdirSync('/tmp/shots', { recursive: true })
const product = await startProduct({ database: 'embedded' })
const browser = await chromium.launch(chromiumLaunch())
const only = process.argv[2]
for (const width of [360, 1280])
  for (const theme of ['light', 'dark'] as const) {
    const open = async () => {
      const context = await browser.newContext({
        baseURL: product.url,
        colorScheme: theme,
        viewport: { width, height: 800 },
        locale: 'en-IN',
        timezoneId: 'Asia/Kolkata',
      })
      return context.newPage()
    }
    const shot = async (page: Page, name: string) => {
      if (only && !name.includes(only)) return
      await page.waitForTimeout(700)
      await page.screenshot({ path: `/tmp/shots/${name}-${width}-${theme}.png` })
    }
    const go = async (page: Page, path: string) => {
      await page.goto(path)
      await page.waitForLoadState('networkidle').catch(() => {})
    }
    const tryDo = async (what: () => Promise<unknown>) => {
      try {
        await what()
      } catch (e) {
        console.log(String(e).slice(0, 300))
      }
    }
    const visitor = await open()
    for (const [name, path] of [
      ['landing', '/'],
      ['browse', '/browse/mentor/search'],
      ['login', '/auth/login?mentees'],
      ['contact', '/contact'],
      ['testimonials', '/testimonials'],
    ] as const) {
      await tryDo(() => go(visitor, path))
      await shot(visitor, name)
    }
    await visitor.context().close()
    const mentee = await open()
    await signIn(mentee, 'Mentees', 'mentee@demo.test')
    await mentee.waitForURL(/mentees/)
    await mentee.waitForLoadState('networkidle')
    await shot(mentee, 'mentee-home')
    await tryDo(async () => {
      await mentee
        .getByRole('button', { name: /notifications/i })
        .first()
        .click({ timeout: 4000 })
      await shot(mentee, 'mentee-bell')
      await mentee.keyboard.press('Escape')
    })
    await tryDo(async () => {
      await mentee
        .getByRole('button', { name: /menu|account|profile/i })
        .last()
        .click({ timeout: 4000 })
      await shot(mentee, 'mentee-menu')
      await mentee.keyboard.press('Escape')
    })
    for (const [name, path] of [
      ['mentee-settings', '/mentees/settings'],
      ['mentee-inbox', '/mentees/connect/inbox'],
      ['mentee-schedules', '/mentees/schedules'],
      ['mentee-booked', '/mentees/booked-slots'],
      ['mentee-subscribed', '/mentees/subscribed-mentors'],
      ['mentee-tickets', '/mentees/tickets'],
      ['mentee-notifications', '/mentees/notifications'],
    ] as const) {
      await tryDo(() => go(mentee, path))
      await shot(mentee, name)
      if (name === 'mentee-tickets')
        await tryDo(async () => {
          await mentee
            .getByRole('button', { name: /new|raise|open/i })
            .first()
            .click({ timeout: 3000 })
          await shot(mentee, 'mentee-ticket-dialog')
          await mentee.keyboard.press('Escape')
        })
    }
    await mentee.context().close()
    const mentor = await open()
    await signIn(mentor, 'Mentors', 'mentor@demo.test')
    await mentor.waitForURL(/mentors/)
    await mentor.waitForLoadState('networkidle')
    await shot(mentor, 'mentor-home')
    for (const [name, path] of [
      ['mentor-scheduler', '/mentors/scheduler'],
      ['mentor-settings', '/mentors/settings'],
      ['mentor-subscribed', '/mentors/subscribed-mentees'],
    ] as const) {
      await tryDo(() => go(mentor, path))
      await shot(mentor, name)
    }
    await mentor.context().close()
    const moderator = await open()
    await signIn(moderator, 'Moderator', 'moderator@demo.test')
    await moderator.waitForURL(/modera/)
    await moderator.waitForLoadState('networkidle')
    await shot(moderator, 'moderator-home')
    for (const [name, path] of [
      ['moderator-mentees', '/moderator/mentees-list'],
      ['moderator-applicants', '/moderator/mentor-applicants'],
      ['moderator-tickets', '/moderator/tickets'],
    ] as const) {
      await tryDo(() => go(moderator, path))
      await shot(moderator, name)
      if (name === 'moderator-mentees')
        await tryDo(async () => {
          await moderator
            .getByRole('button', { name: /^block/i })
            .first()
            .click({ timeout: 3000 })
          await shot(moderator, 'moderator-confirm')
          await moderator.keyboard.press('Escape')
        })
    }
    await moderator.context().close()
  }
await browser.close()
await product.dispose()
