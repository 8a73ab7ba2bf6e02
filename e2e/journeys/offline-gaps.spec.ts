import { expect, test } from '../support/journey.ts'
import { isKept, keptInMs } from '../support/offline-caches.ts'
import { makeBookedPair, makeMentee } from '../support/people.ts'
import { password, signIn } from '../support/sign-in.ts'

// What a mentor's installed app shows without a line, and what it says of what it does not keep.

const title = 'Read on the train'
const message = 'see you on the platform'

test('without a line a mentor reads inbox and calendar, is told what is not kept, and signs out', async ({
  newPerson,
  app,
}) => {
  const { mentor } = await makeBookedPair(app, { mentee: 'Pupil', title, message })
  const page = await newPerson()
  const context = page.context()
  await signIn(page, 'Mentors', mentor.email, password)
  const kept = {
    paths: ['/mentors/connect/inbox', '/mentors/scheduler'],
    answers: [
      /"mentor-profile","profile"/,
      new RegExp(`"coming".*${title}`),
      new RegExp(`"days".*${title}`),
      new RegExp(`"thread".*${message}`),
    ],
  }
  await expect.poll(() => isKept(page, kept), { timeout: keptInMs }).toBe(true)
  await context.setOffline(true)

  await page.goto('/mentors')
  await expect(page).toHaveURL(/\/mentors\/connect\/inbox$/)
  await page.getByRole('link', { name: /Pupil/ }).click()
  await expect(page.getByRole('log').getByText(message)).toBeVisible()
  await page.goto('/mentors/scheduler')
  await expect(page.getByText(/^You are offline\. What you see is as of /)).toBeVisible()
  await page.getByText('List', { exact: true }).click()
  await expect(page.getByText(title)).toBeVisible()

  // What is behind is not kept: that is said where it would stand, and the page stays.
  await page.getByRole('tab', { name: 'Past' }).click()
  await expect(page.getByRole('heading', { name: 'Not kept on this device' })).toBeVisible()
  await page.getByRole('tab', { name: 'Weekly hours' }).click()
  await expect(page.getByRole('heading', { name: 'Not kept on this device' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Scheduler' })).toBeVisible()

  // A page that is not kept leads to those that are.
  await page.goto('/mentors/settings')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await page.getByRole('link', { name: 'Scheduler' }).click()
  await expect(page.getByRole('heading', { name: 'Scheduler' })).toBeVisible()

  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'You are signed out on this device' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Scheduler' })).toBeHidden()
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  // The page opens by itself when the line is back.
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: 'Book a Session' }).first()).toBeVisible()
})

test('without a line a mentee is told that past sessions are not kept, and gets them when it is back', async ({
  newPerson,
  app,
}) => {
  const mentee = await makeMentee(app, 'Traveller')
  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  const kept = {
    paths: ['/mentees/connect/inbox', '/mentees/booked-slots'],
    answers: [/"booked","upcoming"/],
  }
  await expect.poll(() => isKept(page, kept), { timeout: keptInMs }).toBe(true)
  await page.context().setOffline(true)
  await page.goto('/mentees/booked-slots')
  await page.getByRole('tab', { name: 'Past' }).click()
  await expect(page.getByRole('heading', { name: 'Not kept on this device' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Upcoming' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'No past sessions' })).toBeVisible()
})
