import type { Page } from '@playwright/test'
import { expect, registerMentee, test } from '../support/journey.ts'
import { untilNetworkIdle } from '../support/network-idle.ts'
import { expectSaid } from '../support/passing-texts.ts'
import { proveApplicant } from '../support/people.ts'
import { password, signInByForm } from '../support/sign-in.ts'

const stamp = Date.now().toString(36)
const mentor = { firstName: 'Nandini', lastName: `Loop${stamp}`, email: `nandini-${stamp}@example.com` }

/** A page that is left while it loads breaks off its scripts, which Firefox calls an error. */
async function leaveFor(page: Page, address: string) {
  await untilNetworkIdle(page)
  await page.goto(address)
}

async function apply(page: Page) {
  await page.goto('/')
  await page.getByRole('link', { name: 'Become a Mentor' }).first().click()
  await page.getByLabel('First name').fill(mentor.firstName)
  await page.getByLabel('Last name').fill(mentor.lastName)
  await page.getByLabel('Email').fill(mentor.email)
  await page.getByLabel('Phone number').fill('9876543210')
  await page.getByLabel('Job title').fill('Compiler Engineer')
  await page.getByLabel('Organisation').fill('Loop Works')
  await page.getByLabel('Hourly rate').fill('1200')
  await page
    .getByLabel('Bio')
    .fill('I have written compilers for fifteen years and like to explain them slowly.')
  await page.getByLabel('Education').fill('M.Tech')
  await page.getByLabel('Skills').fill(`Compilers, C++, looping${stamp}`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expectSaid(page, 'Successfully Submitted your Application')
  await page.waitForURL((url) => url.pathname === '/')
}

async function accept(page: Page) {
  await signInByForm(page, 'Moderator', 'moderator@demo.test')
  await leaveFor(page, '/moderator/mentor-applicants')
  const queue = page.getByRole('navigation', { name: 'Waiting applicants' })
  const applicant = queue.getByRole('button', { name: new RegExp(mentor.lastName) })
  await applicant.click()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Accept mentor' }).click()
  // Behind a dialog nothing has a role: it goes once the server has answered.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(applicant).toHaveCount(0)
}

async function publishHour(page: Page) {
  await signInByForm(page, 'Mentors', mentor.email, password)
  await leaveFor(page, '/mentors/scheduler')
  await page.getByRole('button', { name: /add a time/i }).click()
  const dialog = page.getByRole('dialog')
  const tomorrow = new Date(Date.now() + 26 * 3_600_000)
  await dialog
    .getByLabel('Date')
    .fill(new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(tomorrow))
  await dialog.getByLabel('Start').fill('18:00')
  await dialog.getByRole('button', { name: /publish/i }).click()
  await expect(dialog).toHaveCount(0)
}

async function subscribe(page: Page) {
  // Not from "/": it leads somebody who is signed in to the own home.
  await leaveFor(page, '/browse/mentor/search')
  await page.waitForLoadState('networkidle')
  await page.getByPlaceholder('Search Skills and Mentors').first().fill(`looping${stamp}`)
  await page.getByPlaceholder('Search Skills and Mentors').first().press('Enter')
  const card = page.getByRole('article').filter({ hasText: mentor.lastName })
  const profile = card.getByRole('link', { name: /profile/i })
  // Until it is alive the page, which is the same for everybody, leads to the profile that everybody sees.
  await expect(profile).toHaveAttribute('href', /^\/mentees\//)
  await profile.click()
  await expect(page.getByRole('heading', { name: new RegExp(mentor.lastName) })).toBeVisible()
  await page.getByRole('button', { name: /subscribe/i }).click()
  await page.getByRole('button', { name: /Pay ₹/ }).click()
  await page.waitForURL('**/mentees/payment/success/**')
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
}

async function openChat(page: Page) {
  await leaveFor(page, '/mentees/subscribed-mentors')
  await page
    .getByRole('button', { name: /chat/i })
    .or(page.getByRole('link', { name: /chat/i }))
    .first()
    .click()
  await expect(page.getByRole('textbox', { name: /message/i })).toBeVisible()
}

async function chooseOpenHour(page: Page) {
  await leaveFor(page, '/mentees/schedules')
  await page
    .getByRole('button', { name: /^Book .*6:00 pm –/i })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

test('a mentor applies and is accepted; a mentee finds, subscribes, chats, books and cancels', async ({
  newPerson,
  app,
}) => {
  const mentorPage = await newPerson()
  await apply(mentorPage)
  await proveApplicant(app, mentor.email)
  await accept(await newPerson())
  await publishHour(mentorPage)

  const mentee = await newPerson({ reducedMotion: 'no-preference' })
  const menteeEmail = `maya-${stamp}@example.com`
  await registerMentee(mentee, 'Maya', menteeEmail)
  await signInByForm(mentee, 'Mentees', menteeEmail, password)
  await subscribe(mentee)

  await leaveFor(mentorPage, '/mentors/connect/inbox')
  await openChat(mentee)
  await mentee.getByRole('textbox', { name: /message/i }).pressSequentially('Good morning, where do I begin?')
  await mentee.getByRole('textbox', { name: /message/i }).press('Enter')
  // The other browser gets it without a reload. It moves the row: what is pressed before that may be gone under the hand.
  await mentorPage.getByRole('link', { name: /Maya.*where do I begin/ }).click()
  await expect(mentorPage.getByRole('log').getByText('Good morning, where do I begin?')).toBeVisible()
  await mentorPage.getByRole('textbox', { name: /message/i }).pressSequentially('With the lexer.')
  await mentorPage.getByRole('textbox', { name: /message/i }).press('Enter')
  await expect(mentee.getByRole('log').getByText('With the lexer.')).toBeVisible()

  // Two mentees look at the same hour; the second is refused with the product's text.
  const rival = await newPerson()
  const rivalEmail = `rival-${stamp}@example.com`
  await registerMentee(rival, 'Rival', rivalEmail)
  await signInByForm(rival, 'Mentees', rivalEmail, password)
  await subscribe(rival)
  await chooseOpenHour(rival)
  await chooseOpenHour(mentee)
  await mentee.getByRole('dialog').getByRole('button', { name: /book/i }).click()
  await expectSaid(mentee, 'Slot allocated Succssfully')
  await rival.getByRole('dialog').getByRole('button', { name: /book/i }).click()
  await expectSaid(rival, 'Slot allotment Failed')

  await leaveFor(mentee, '/mentees/booked-slots')
  await mentee
    .getByRole('button', { name: /cancel/i })
    .first()
    .click()
  await mentee.getByRole('alertdialog').getByRole('button', { name: 'Cancel booking' }).click()
  await expectSaid(mentee, 'Booking cancelled')
})
