import { api } from '@marga/contract/api'
import type { Page } from '@playwright/test'
import type { AppServer } from '../support/app-server.ts'
import { must } from '../support/client.ts'
import { expect, test } from '../support/journey.ts'
import { expectSaid } from '../support/passing-texts.ts'
import { mailsTo, makeMentee, subscribe, verificationLinkOf } from '../support/people.ts'
import { password, signIn } from '../support/sign-in.ts'

const stamp = Date.now().toString(36)
const email = `saraswati-${stamp}@example.com`
const lastName = `Path${stamp}`
const zone = 'Australia/Sydney'

async function apply(page: Page, bio: string, path = '/auth/mentor-register') {
  await page.goto(path)
  const values = {
    'First name': 'Saraswati',
    'Last name': lastName,
    Email: email,
    'Phone number': '9876543210',
    'Job title': 'Engineer',
    Organisation: 'Journey Works',
    'Hourly rate (₹)': '1000',
    Bio: bio,
    Education: 'B.Tech',
    Skills: 'Paths, journeys, PATHS',
    'Confirm password': password,
  }
  for (const [label, value] of Object.entries(values))
    await page.getByRole('textbox', { name: label }).fill(value)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await expect(page.getByRole('list', { name: 'Your skills' }).getByRole('listitem')).toHaveText([
    'Paths',
    'journeys',
  ])
  await page.getByRole('button', { name: /^(Create account|Apply again)$/ }).click()
  await expectSaid(page, 'Successfully Submitted your Application')
  await page.waitForURL((url) => !url.pathname.includes('mentor-register'))
}

async function decide(moderator: Page, decision: 'Accept' | 'Refuse', reason = '') {
  await moderator.goto('/moderator/mentor-applicants')
  const inQueue = moderator
    .getByRole('navigation', { name: 'Waiting applicants' })
    .getByRole('button', { name: new RegExp(lastName) })
  await inQueue.click()
  await moderator.getByRole('button', { name: decision, exact: true }).click()
  if (reason) await moderator.getByRole('dialog').getByRole('textbox').fill(reason)
  const sure = moderator.locator('[role=dialog], [role=alertdialog]')
  await sure.getByRole('button', { name: new RegExp(decision, 'i') }).click()
  // Behind a dialog nothing has a role: it goes once the server has answered.
  await expect(sure).toHaveCount(0)
  await expect(inQueue).toHaveCount(0)
}

const clockIn = (iso: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(iso),
  )
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const dayMs = 86_400_000

test('refused, applied again, accepted; a repeated week across a clock change; booked, taken away, given back', async ({
  newPerson,
  app,
}) => {
  const [mentor, moderator] = [await newPerson(), await newPerson()]
  await signIn(moderator, 'Moderator', 'moderator@demo.test')
  await applyUntilAccepted(app, mentor, moderator)

  await signIn(mentor, 'Mentors', email, password)
  await chooseZone(mentor)
  await publishEveryWeek(mentor)
  const login = await must(app.url, api.accounts.loginMentor, { body: { email, password } })
  const own = { id: login.mentorId, token: login.mentorAccessToken, email }
  const starts = await publishedStarts(app.url, own)
  expect(starts).toHaveLength(30)
  expect(new Set(starts.map(clockIn))).toEqual(new Set(['09:30']))
  expect(new Set(starts.map((start) => start.slice(11, 16))).size, 'times by UTC').toBe(2)

  const mentee = await makeMentee(app, 'Leela')
  await subscribe(app, mentee, own)
  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  await book(page)
  await page.goto('/mentees/subscribed-mentors')
  await expect(page.getByText(/3 of 4/).first()).toBeVisible()

  await cancelSession(mentor)
  await expect(page.getByText('Schedule changed by mentor').first()).toBeVisible()
  await expect(page.getByText(/4 of 4/).first()).toBeVisible()
  await page.goto('/mentees/notifications')
  await expect(
    page
      .getByRole('main')
      .getByText(/^(Unread: )?Saraswati cancelled /)
      .first(),
  ).toBeVisible()
})

async function applyUntilAccepted(app: AppServer, mentor: Page, moderator: Page) {
  await apply(mentor, 'Too short to say anything.')
  await expect.poll(() => newestMail(app)).toContain('/auth/application?token=')
  const standing = /https?:\S+\/auth\/application\?token=\S+/.exec(await newestMail(app))![0]
  await mentor.goto(standing)
  await expect(mentor.getByRole('heading', { name: 'Your application is under review' })).toBeVisible()
  await expectNotAcceptable(moderator)
  await expect(mentor.getByText('Your email address is not confirmed')).toBeVisible()
  await confirmAddress(app, mentor)
  await decide(moderator, 'Refuse', 'Please tell us more about your work.')
  await expect.poll(() => newestMail(app)).toContain('Please tell us more about your work.')
  await mentor.goto(standing)
  await expect(mentor.getByText('Please tell us more about your work.')).toBeVisible()
  // By the form alone nothing changes but that the owner is mailed the link.
  await apply(mentor, 'Somebody else could have written this.')
  await expect.poll(() => newestMail(app)).toContain('Apply again as a mentor')
  const again = /\/auth\/mentor-register\?again=[\w-]+/.exec(await newestMail(app))![0]
  await apply(
    mentor,
    'Twelve years of building paths, and the patience to explain each stone of them.',
    again,
  )
  await decide(moderator, 'Accept')
  await expect.poll(() => newestMail(app)).toMatch(/accepted|welcome/i)
}

/** Nobody is accepted before the address is proven; the link alone proves nothing. */
async function expectNotAcceptable(moderator: Page) {
  await moderator.goto('/moderator/mentor-applicants')
  await moderator
    .getByRole('navigation', { name: 'Waiting applicants' })
    .getByRole('button', { name: new RegExp(lastName) })
    .click()
  await expect(moderator.getByText('Email not confirmed')).toBeVisible()
  await expect(moderator.getByRole('button', { name: 'Accept', exact: true })).toBeDisabled()
}

async function confirmAddress(app: AppServer, mentor: Page) {
  await mentor.goto((await verificationLinkOf(app, email)).path)
  await mentor.getByLabel('Password', { exact: true }).fill('not the password')
  await mentor.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(mentor.getByText('The password is wrong.')).toBeVisible()
  await mentor.getByLabel('Password', { exact: true }).fill(password)
  await mentor.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(mentor.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
}

async function chooseZone(mentor: Page) {
  await mentor.goto('/mentors/profile')
  await mentor.getByRole('button', { name: /^edit/i }).first().click()
  await mentor.getByLabel('Time zone').selectOption(zone)
  await mentor.getByRole('button', { name: 'Save profile' }).click()
  await expect(mentor.getByRole('button', { name: 'Save profile' })).toHaveCount(0)
}

/** Sydney's clocks change every 26 or 27 weeks: thirty weeks hold a change whenever this runs. */
async function publishEveryWeek(mentor: Page) {
  const first = dayText(Date.now() + 3 * dayMs)
  const until = dayText(Date.now() + (3 + 29 * 7) * dayMs)
  await mentor.goto('/mentors/scheduler')
  await mentor.getByRole('button', { name: 'Add a time' }).click()
  const form = mentor.getByRole('dialog', { name: 'Add a time' })
  await form.getByLabel('Date').fill(first)
  await form.getByLabel('Start').fill('09:30')
  await form.getByLabel('What it is for (optional)').fill('Stone by stone')
  await form.getByRole('switch', { name: 'Repeat every week' }).click()
  const firstDay = weekdays[new Date(first).getUTCDay()]
  for (const box of await form.getByRole('checkbox').all()) {
    await box.setChecked((await box.getAttribute('aria-label')) === firstDay, { force: true })
  }
  await form.getByLabel('Last day').fill(until)
  await form.getByRole('button', { name: 'Publish 30 times' }).click()
  await expect(form).toHaveCount(0)
}

async function book(mentee: Page) {
  await mentee.goto('/mentees/schedules')
  await mentee
    .getByRole('button', { name: /^Book / })
    .first()
    .click()
  const booking = mentee.getByRole('dialog')
  await expect(booking).toContainText('This uses 1 of your 4 calls')
  await booking.getByLabel('Topic').fill('The first stone')
  await booking.getByRole('button', { name: 'Book this time' }).click()
  await expect(booking).toHaveCount(0)
}

async function cancelSession(mentor: Page) {
  await mentor.getByText('List', { exact: true }).click()
  await mentor.getByRole('button', { name: /Leela/ }).first().click()
  await mentor.getByRole('button', { name: 'Cancel this session' }).click()
  await mentor.getByRole('alertdialog').getByRole('button', { name: 'Cancel session' }).click()
}

const newestMail = async (app: AppServer) => {
  const [mail] = await mailsTo(app, email)
  return `${mail?.subject}: ${mail?.text}`
}

/** Asked for in pieces: the wire answers 90 days at most. */
async function publishedStarts(url: string, own: { id: string; token: string }): Promise<string[]> {
  const starts: string[] = []
  for (let fromMs = Date.now(); fromMs < Date.now() + 240 * dayMs; fromMs += 60 * dayMs) {
    const query = { from: new Date(fromMs).toISOString(), to: new Date(fromMs + 60 * dayMs).toISOString() }
    const { allTimeSlots } = await must(url, api.slots.ofMentor, { params: { mentorId: own.id }, query }, own)
    starts.push(...allTimeSlots.map(({ start }) => start))
  }
  return starts
}
