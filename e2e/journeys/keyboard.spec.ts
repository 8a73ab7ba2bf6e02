import type { Page } from '@playwright/test'
import { wholeChromiumLaunch, withFakeDevices } from '../support/chromium.ts'
import { expect, test } from '../support/journey.ts'
import { pressOn, tabTo, typeInto } from '../support/keyboard.ts'
import { openRoom, sessionNow } from '../support/live.ts'
import { applyAsMentor, makeMentee, makeMentor, publishHour } from '../support/people.ts'
import { password } from '../support/sign-in.ts'

test.use({ launchOptions: wholeChromiumLaunch(withFakeDevices) })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function signInByKeys(page: Page, marker: string, email: string, secret: string) {
  await page.goto(`/auth/login?${marker}`)
  await page.waitForLoadState('networkidle')
  await typeInto(page, page.getByLabel('Email'), email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), secret)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
}

test('find, subscribe, book and write by keyboard alone', async ({ newPerson, app }) => {
  const mentor = await makeMentor(app, 'Tabassum')
  await publishHour(app, mentor, 30)
  const mentee = await makeMentee(app, 'Keya')
  const page = await newPerson()
  await signInByKeys(page, 'mentees', mentee.email, password)

  await page.goto('/mentees')
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.goto('/mentees/browse/mentor')
  await typeInto(page, page.getByRole('searchbox').or(page.getByRole('combobox')), mentor.lastName)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(1)
  await pressOn(page, page.getByRole('article').getByRole('link', { name: /profile/i }))
  await pressOn(page, button(page, /subscribe/i))
  await expect(page.getByRole('heading', { name: 'Sandbox checkout' })).toBeVisible()
  await pressOn(page, button(page, /^pay/i))
  await page.waitForURL('**/mentees/payment/success/**')
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()

  await page.goto('/mentees/schedules')
  await pressOn(page, button(page, /^Book /))
  const dialog = page.getByRole('dialog')
  await typeInto(page, dialog.getByLabel('Topic'), 'Without a mouse')
  await pressOn(page, dialog.getByRole('button', { name: 'Book this time' }))
  await expect(dialog).toHaveCount(0)

  await page.goto('/mentees/subscribed-mentors')
  await pressOn(page, page.getByRole('main').getByRole('button', { name: /chat|message/i }))
  await page.waitForURL('**/mentees/connect/inbox/**')
  await typeInto(page, page.getByRole('textbox', { name: /message/i }), 'Sent by Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText('Sent by Enter')).toBeVisible()
})

test('join a session by keyboard alone, mute and leave', async ({ newPerson, app }) => {
  const { mentee, slotId } = await sessionNow(app)
  const page = await newPerson()
  await openRoom(page, 'mentee', mentee, slotId)
  await pressOn(page, button(page, 'Join session'))
  const toolbar = page.getByRole('toolbar', { name: 'Call' })
  await pressOn(page, toolbar.getByRole('button', { name: /mute/i }))
  await expect(toolbar.getByRole('button', { name: /unmute/i })).toBeVisible()
  await pressOn(page, toolbar.getByRole('button', { name: /leave/i }))
  await expect(toolbar).toHaveCount(0)
})

test('publish a time in the scheduler by keyboard alone', async ({ newPerson, app }) => {
  const mentor = await makeMentor(app, 'Arrow')
  const page = await newPerson()
  await signInByKeys(page, 'mentors', mentor.email, password)
  await page.goto('/mentors/scheduler')
  const firstCell = page.getByRole('gridcell').first()
  const dayOfThisWeek = await firstCell.getAttribute('data-day')
  await pressOn(page, button(page, 'Next week'))
  await expect(firstCell).not.toHaveAttribute('data-day', dayOfThisWeek!)
  await tabTo(page, page.getByRole('grid').locator('[role=gridcell][tabindex="0"]'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a time' })
  await pressOn(page, dialog.getByRole('button', { name: 'Publish', exact: true }))
  await expect(dialog).toHaveCount(0)
  const published = page.getByRole('button', { name: /open/i }).filter({ hasText: /10|AM|am/ })
  await pressOn(page, published)
  await pressOn(page, button(page, 'Delete this time'))
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
  // Behind a dialog nothing has a role: it goes once the server has answered.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(published).toHaveCount(0)
})

test('decide about an applicant by keyboard alone', async ({ newPerson, app }) => {
  const { lastName } = await applyAsMentor(app, 'Queue')
  const page = await newPerson()
  await signInByKeys(page, 'modarators', 'moderator@demo.test', 'demo-pass-2023')
  await page.goto('/moderator/mentor-applicants')
  const inQueue = page.getByRole('navigation', { name: 'Waiting applicants' }).getByRole('button', {
    name: new RegExp(lastName),
  })
  await pressOn(page, inQueue)
  await pressOn(page, button(page, 'Accept').first())
  const sure = page.locator('[role=dialog], [role=alertdialog]')
  await pressOn(page, sure.getByRole('button', { name: /accept/i }))
  await expect(sure).toHaveCount(0)
  await expect(inQueue).toHaveCount(0)
})

test('ask what a badge means, and how answers are measured, by keyboard alone', async ({ newPerson }) => {
  const page = await newPerson()
  await page.goto('/browse/mentor/search?search=Ananya&sort=fastest')
  await page.waitForLoadState('networkidle')
  const badge = button(page, 'Answers on time')
  const explanation = page.getByText(/At least 95% of questions/)
  await expect(explanation).toBeHidden()
  await pressOn(page, badge)
  await expect(explanation).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(explanation).toBeHidden()
  await expect(badge).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/faq#answer-times')
  await expect(page.getByRole('heading', { name: 'How we measure answers' })).toBeInViewport()
})
