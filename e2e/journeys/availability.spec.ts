import { api } from '@marga/contract/api'
import type { Page } from '@playwright/test'
import type { AppServer } from '../support/app-server.ts'
import { must } from '../support/client.ts'
import { expect, test } from '../support/journey.ts'
import { expectSaid } from '../support/passing-texts.ts'
import {
  mailsTo,
  makeMentee,
  makeMentor,
  publishHour,
  type Somebody,
  subscribe,
  verificationLinkOf,
} from '../support/people.ts'
import { password, signIn } from '../support/sign-in.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
/** A profile holds its panel twice, for narrow and for wide screens. */
const shown = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true })

async function openHours(page: Page, mentor: Somebody) {
  await signIn(page, 'Mentors', mentor.email, password)
  await page.goto('/mentors/scheduler?view=hours')
}

async function saveHours(page: Page) {
  await button(page, 'Save hours').click()
  await expectSaid(page, 'Weekly hours saved')
}

async function openProfile(page: Page, mentee: Somebody, mentor: Somebody) {
  await signIn(page, 'Mentees', mentee.email, password)
  await page.goto(`/mentees/browse/mentor/profile/${mentor.id}`)
}

const openSlots = async ({ url }: AppServer, mentor: Somebody) =>
  (await must(url, api.slots.ofMentor, { params: { mentorId: mentor.id } }, mentor)).allTimeSlots.filter(
    (slot) => slot.status === 'open',
  )

const dayMs = 86_400_000
/** In the zone of the journeys' browsers, which is five and a half hours ahead. */
const dayOf = (timeMs: number) => Math.floor((timeMs + 5.5 * 3_600_000) / dayMs)
const daysUntil = (timeMs: number) => dayOf(timeMs) - dayOf(Date.now())

/** Counts what a finger presses, over all pages of this browser. */
async function countPresses(page: Page) {
  await page.addInitScript(() => {
    const count = (event: Event) => {
      if (event.isTrusted)
        sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses')) + 1))
    }
    addEventListener('pointerup', count, { capture: true })
  })
  return async () => Number(await page.evaluate(() => sessionStorage.getItem('presses')))
}

test('a first week is set up on a telephone by touch, and its times can be booked within seconds', async ({
  newPerson,
  app,
}) => {
  const mentor = await makeMentor(app, 'Evening')
  const page = await newPerson({ width: 360, hasTouch: true })
  const presses = await countPresses(page)
  await signIn(page, 'Mentors', mentor.email, password)
  const beganAt = Date.now()
  await page.getByRole('link', { name: 'Scheduler' }).last().tap()
  await button(page, 'Set weekly hours').tap()
  await button(page, /^Weekday evenings/).tap()
  await button(page, 'Save hours').tap()
  await expectSaid(page, 'Weekly hours saved')
  expect(await presses()).toBe(4)
  // Four weeks of five evenings, of which today's may be over.
  await expect.poll(async () => (await openSlots(app, mentor)).length).toBeGreaterThan(50)
  await page.getByRole('tab', { name: 'Calendar' }).tap()
  // The calendar of a telephone shows today, of which the evening may be over, or which may be a Saturday.
  const starts = (await openSlots(app, mentor)).map(({ start }) => Date.parse(start))
  for (let days = daysUntil(Math.min(...starts)); days > 0; days--) await button(page, 'Next day').tap()
  await expect(button(page, /pm.*, Open/).first()).toBeVisible()
  console.log(`first week by touch: 4 presses, ${((Date.now() - beganAt) / 1000).toFixed(1)} s`)
})

test('two places: the third mentee waits, is told of a place, and it is kept for nobody else', async ({
  newPerson,
  app,
}) => {
  const mentor = await makeMentor(app, 'Crowded')
  await publishHour(app, mentor, 50)
  const mentorPage = await newPerson()
  await openHours(mentorPage, mentor)
  await mentorPage.getByLabel('How many mentees at once').selectOption('1 mentee')
  await saveHours(mentorPage)

  const [first, second, third] = [
    await makeMentee(app, 'First'),
    await makeMentee(app, 'Second'),
    await makeMentee(app, 'Third'),
  ]
  const { token } = await verificationLinkOf(app, second.email)
  await must(app.url, api.accountSettings.mentee.verifyEmail, { body: { token, password } })
  const page = await newPerson()
  await openProfile(page, first, mentor)
  await expect(shown(page, '1 place left')).toBeVisible()
  await subscribe(app, first, mentor)

  const secondPage = await newPerson({ width: 360 })
  await openProfile(secondPage, second, mentor)
  await expect(shown(secondPage, 'All places are taken')).toBeVisible()
  await expect(button(secondPage, 'Subscribe')).toHaveCount(0)
  await button(secondPage, 'Join the waitlist').click()
  await expect(shown(secondPage, 'You are number 1 on the waitlist.')).toBeVisible()
  const thirdPage = await newPerson()
  await openProfile(thirdPage, third, mentor)
  await expect(shown(thirdPage, /1 waiting\./)).toBeVisible()

  await mentorPage.getByLabel('How many mentees at once').selectOption('2 mentees')
  await saveHours(mentorPage)
  // By a job, which tells by mail, too.
  await expect
    .poll(async () => (await mailsTo(app, second.email)).map(({ subject }) => subject).join())
    .toMatch(/place/i)
  await secondPage.reload()
  await expect(shown(secondPage, /^A place is kept for you until/)).toBeVisible()
  // It is the first's of the list, and full for others.
  await thirdPage.reload()
  await expect(shown(thirdPage, 'All places are taken')).toBeVisible()
  await button(secondPage, /^Subscribe/)
    .first()
    .click()
  await expect(secondPage).toHaveURL(/checkout|sandbox/)
})

test('a time is asked for, taken with one press, and stands among the sessions of both', async ({
  newPerson,
  app,
}) => {
  const [mentor, mentee] = [await makeMentor(app, 'Flexible'), await makeMentee(app, 'Asking')]
  await publishHour(app, mentor, 300)
  await subscribe(app, mentee, mentor)
  const page = await newPerson({ width: 360 })
  await signIn(page, 'Mentees', mentee.email, password)
  await page.goto(`/mentees/schedules?mentor=${mentor.id}`)
  await button(page, 'Ask for a time').click()
  const form = page.getByRole('dialog', { name: 'Ask Flexible for a time' })
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await form.getByLabel('Day 1').fill(day)
  await form.getByLabel('Start 1').fill('15:30')
  await form.getByLabel('Message to Flexible (optional)').fill('My lectures end at three.')
  await button(page, 'Ask for this time').click()
  await expect(button(page, 'Flexible was asked')).toBeDisabled()

  const mentorPage = await newPerson()
  await signIn(mentorPage, 'Mentors', mentor.email, password)
  await mentorPage.goto('/mentors/scheduler')
  const asked = mentorPage.getByRole('region', { name: 'Times asked for' })
  await expect(asked).toContainText('“My lectures end at three.”')
  await button(mentorPage, /^Take .*, with Asking/).click()
  await expect(asked).toHaveCount(0)
  const [booked] = (
    await must(app.url, api.slots.ofMentor, { params: { mentorId: mentor.id } }, mentor)
  ).allTimeSlots.filter((slot) => slot.status === 'booked')
  expect(booked?.start).toContain(day)

  await page.reload()
  await expect(page.getByRole('list', { name: 'Times you asked for' })).toContainText('Accepted')
  await page.goto('/mentees/booked-slots')
  await expect(page.getByText(/3:30 pm/).first()).toBeVisible()
})

test('time away is said on card and profile with the day of return', async ({ newPerson, app }) => {
  const mentor = await makeMentor(app, 'Travelling')
  const page = await newPerson()
  await openHours(page, mentor)
  const today = new Date(Date.now() + 5.5 * 3_600_000)
  const dayAfter = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('First day').fill(dayAfter(0))
  await page.getByLabel('Last day').fill(dayAfter(4))
  await button(page, 'Announce time away').click()
  await expectSaid(page, 'Time away announced')
  const visitor = await newPerson({ width: 360 })
  await visitor.goto('/browse/mentor/search?search=Travelling')
  const back = new Intl.DateTimeFormat('en-IN', { day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${dayAfter(5)}T12:00:00Z`),
  )
  await expect(visitor.getByText(new RegExp(`^Away, back on \\w+,? ${back} `))).toBeVisible()
  await visitor.goto(`/browse/mentor/profile/${mentor.id}`)
  await expect(visitor.getByText(/^Away, back on/)).toBeVisible()
})

test('a calendar inside this network is refused with a word, and nothing is kept', async ({
  newPerson,
  app,
}) => {
  const mentor = await makeMentor(app, 'Elsewhere')
  const page = await newPerson({ width: 360 })
  await openHours(page, mentor)
  const address = page.getByLabel('Secret address of the calendar')
  const { port } = new URL(app.url)
  for (const inside of [
    `http://127.0.0.1:${port}/healthz`,
    'http://[::1]/calendar.ics',
    'webcal://10.0.0.1/a.ics',
  ]) {
    await address.fill(inside)
    await expect(address).not.toHaveAttribute('aria-invalid', 'true')
    await button(page, 'Add calendar').click()
    await expect(address).toHaveAccessibleDescription(/not on the internet/)
  }
  const { feeds } = await must(app.url, api.availability.feeds, {}, mentor)
  expect(feeds).toEqual([])
})
