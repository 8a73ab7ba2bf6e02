import { api } from '@marga/contract/api'
import type { Slot } from '@marga/contract/slots'
import type { Page } from '@playwright/test'
import type { AppServer } from '../support/app-server.ts'
import { must } from '../support/client.ts'
import { expect } from '../support/journey.ts'
import { pressOn, tabTo, typeInto } from '../support/keyboard.ts'
import { passHours, productNow, test } from '../support/moving-clock.ts'
import { expectSaid } from '../support/passing-texts.ts'
import { makeMentee, makeMentor, type Somebody, subscribe } from '../support/people.ts'
import { password, signIn } from '../support/sign-in.ts'
import { widths } from '../support/widths.ts'

const hourMs = 3_600_000
const reason = 'I waited in the room, and the connection was cut twice.'

/** A whole hour of the mentor, so many hours from the product's now. */
async function publish(app: AppServer, mentor: Somebody, hoursAhead: number): Promise<Slot> {
  const from = (await productNow(app)).getTime()
  const start = new Date(Math.ceil(from / hourMs + hoursAhead) * hourMs)
  const slotDetails = { start: start.toISOString(), end: new Date(start.getTime() + hourMs).toISOString() }
  return (await must(app.url, api.slots.publish, { body: { slotDetails, mentorId: mentor.id } }, mentor)).data
}

const book = (app: AppServer, mentee: Somebody, slot: Slot) =>
  must(app.url, api.slots.book, { body: { slotId: slot._id, values: { menteeId: mentee.id } } }, mentee)

async function subscribedPair(app: AppServer, names: { mentor: string; mentee: string }) {
  const mentor = await makeMentor(app, names.mentor)
  const mentee = await makeMentee(app, names.mentee)
  await subscribe(app, mentee, mentor)
  return { mentor, mentee }
}

const momentIn = (zone: string, start: string | Date) => {
  const format = (options: Intl.DateTimeFormatOptions, locale = 'en-GB') =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }).format(new Date(start))
  return {
    day: format({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA'),
    clock: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  }
}

const main = (page: Page) => page.getByRole('main')

for (const width of widths) {
  test.describe(`${width} px wide`, () => {
    test('a mentee moves a session by keyboard alone, then asks for another time, which the mentor takes', async ({
      newPerson,
      app,
    }) => {
      const { mentor, mentee } = await subscribedPair(app, { mentor: 'Moving', mentee: 'Asha' })
      await book(app, mentee, await publish(app, mentor, 30))
      await publish(app, mentor, 54)
      const page = await newPerson({ width })
      await signIn(page, 'Mentees', mentee.email, password)
      await page.goto('/mentees/booked-slots')
      await expect(page.getByText('Can be moved 2 more times')).toBeVisible()
      await expect(page.getByText(/^Cancel by .*, and you keep the call$/)).toBeVisible()
      await pressOn(page, page.getByRole('button', { name: /^Move the session/ }))
      const dialog = page.getByRole('dialog')
      await tabTo(page, dialog.getByRole('radio').first())
      await page.keyboard.press('Space')
      await pressOn(page, dialog.getByRole('button', { name: /^Move to / }))
      await expectSaid(page, 'Session moved')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText('Can be moved once more')).toBeVisible()

      const asked = momentIn('Asia/Kolkata', new Date((await productNow(app)).getTime() + 100 * hourMs))
      await pressOn(page, page.getByRole('button', { name: /^Move the session/ }))
      await tabTo(page, dialog.getByRole('tab', { name: 'Open times' }))
      await page.keyboard.press('ArrowRight')
      await dialog.getByLabel('Day 1').fill(asked.day)
      await dialog.getByLabel('Start 1').fill('17:15')
      await typeInto(page, dialog.getByLabel(/^Message to/), 'My exam was moved.')
      await pressOn(page, dialog.getByRole('button', { name: 'Propose this time' }))
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'You proposed another time' })).toBeVisible()

      const { allTimeSlots } = await must(
        app.url,
        api.slots.ofMentor,
        { params: { mentorId: mentor.id }, query: {} },
        mentor,
      )
      const booked = allTimeSlots.find(({ status }) => status === 'booked')!
      const mentorPage = await newPerson({ width })
      await signIn(mentorPage, 'Mentors', mentor.email, password)
      await mentorPage.goto(`/mentors/scheduler?slot=${booked._id}`)
      const panel = mentorPage.getByRole('dialog', { name: 'Session' })
      await expect(panel.getByText('“My exam was moved.”')).toBeVisible()
      await expect(panel.getByText('Asha gets the call back', { exact: true })).toBeVisible()
      await panel.getByRole('button', { name: /^Take this time/ }).click()
      await expectSaid(mentorPage, 'Session moved')
      // The other browser hears of it without a reload.
      await expect(page.getByText('Cannot be moved again')).toBeVisible()
      await expect(main(page).getByText('5:15 pm – 6:15 pm')).toBeVisible()
    })

    test('a mentee pauses a subscription, and takes the pause back', async ({ newPerson, app }) => {
      const { mentee } = await subscribedPair(app, { mentor: 'Waiting', mentee: 'Pavan' })
      const page = await newPerson({ width })
      await signIn(page, 'Mentees', mentee.email, password)
      await page.goto('/mentees/subscribed-mentors')
      await page.getByRole('button', { name: 'Pause' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Days').fill('3')
      await dialog.getByRole('button', { name: 'Pause the subscription' }).click()
      await expect(dialog.getByText('Choose 7 to 30 days.')).toBeVisible()
      await dialog.getByLabel('Days').fill('10')
      await expect(dialog.getByText(/^It renews on/)).toBeVisible()
      await dialog.getByRole('button', { name: 'Pause the subscription' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(main(page).getByText(/^Paused from /)).toBeVisible()

      await page.getByRole('button', { name: 'End the pause' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'End the pause' }).click()
      await expect(main(page).getByText(/^Paused from /)).toHaveCount(0)
      await page.getByRole('button', { name: 'Where your calls went' }).click()
      await expect(page.getByRole('dialog').getByText('You paid for the month.').first()).toBeVisible()
    })

    test('a mentor does not agree to a refund, and a moderator grants it', async ({ newPerson, app }) => {
      const { mentor, mentee } = await subscribedPair(app, { mentor: 'Keeping', mentee: 'Rhea' })
      const page = await newPerson({ width })
      await signIn(page, 'Mentees', mentee.email, password)
      await page.goto('/mentees/subscribed-mentors')
      await page.getByRole('button', { name: 'Ask for a refund' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Ask for the refund' }).click()
      await expect(dialog.getByText('Tell us what happened.')).toBeVisible()
      await dialog.getByLabel('Why do you ask for it?').fill(reason)
      await dialog.getByRole('button', { name: 'Ask for the refund' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(main(page).getByText('Waiting for an answer')).toBeVisible()

      const mentorPage = await newPerson({ width })
      await signIn(mentorPage, 'Mentors', mentor.email, password)
      await mentorPage.getByRole('link', { name: 'Answer' }).click()
      await mentorPage.getByRole('button', { name: 'Do not agree' }).click()
      await mentorPage
        .getByRole('dialog')
        .getByLabel(/^What happened/)
        .fill('We met as agreed.')
      await mentorPage.getByRole('dialog').getByRole('button', { name: 'Do not agree' }).click()
      await expect(main(mentorPage).getByText('With a moderator')).toBeVisible()

      const moderatorPage = await newPerson()
      await signIn(moderatorPage, 'Moderator', 'moderator@demo.test')
      await moderatorPage.goto('/moderator/tickets?status=open')
      await moderatorPage.getByRole('link', { name: /^Refund asked for .*Rhea/s }).click()
      await expect(moderatorPage.getByText('We met as agreed.')).toBeVisible()
      await moderatorPage.getByRole('button', { name: /^Refund ₹/ }).click()
      await moderatorPage.getByLabel('Reason').fill('Nothing of the month was used.')
      await moderatorPage
        .getByRole('dialog')
        .getByRole('button', { name: /^Refund ₹/ })
        .click()
      await expect(moderatorPage.getByRole('status').getByText(/^Decided by/)).toBeVisible()
      await expect(main(page).getByText('Refunded', { exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Subscribe again' })).toBeVisible()
    })

    test('a mentee contests a session to which nobody came, and the mentor agrees', async ({
      newPerson,
      app,
    }) => {
      const { mentor, mentee } = await subscribedPair(app, { mentor: 'Absent', mentee: 'Lata' })
      await book(app, mentee, await publish(app, mentor, 1))
      await passHours(app, 4)
      const page = await newPerson({ width })
      await signIn(page, 'Mentees', mentee.email, password)
      await page.goto('/mentees/booked-slots?when=past')
      await expect(page.getByText('Both of you missed it.')).toBeVisible()
      await page.getByRole('button', { name: /^Contest the session/ }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(/the call is yours again and you get one more/)).toBeVisible()
      await dialog.getByLabel('What happened?').fill('too short')
      await dialog.getByRole('button', { name: 'Contest', exact: true }).click()
      await expect(dialog.getByText('Write at least 20 characters.')).toBeVisible()
      await dialog.getByLabel('What happened?').fill(reason)
      await dialog.getByRole('button', { name: 'Contest', exact: true }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'You contested this session' })).toBeVisible()
      await expect(page.getByText('Neither of you was in the room.')).toBeVisible()

      const mentorPage = await newPerson({ width })
      await signIn(mentorPage, 'Mentors', mentor.email, password)
      await mentorPage.goto('/mentors/contests')
      await mentorPage.getByRole('button', { name: 'Agree', exact: true }).click()
      await mentorPage.getByRole('dialog').getByRole('button', { name: 'Agree', exact: true }).click()
      await expect(main(mentorPage).getByText('Agreed', { exact: true })).toBeVisible()

      await expect(page.getByText('Agreed', { exact: true })).toBeVisible()
      await expect(page.getByText('Absent missed it.')).toBeVisible()
      await page.goto('/mentees/subscribed-mentors')
      await expect(main(page).getByText(/^and 1 more until /)).toBeVisible()
    })
  })
}
