import { api } from '@marga/contract/api'
import type { Page } from '@playwright/test'
import type { AppServer } from '../support/app-server.ts'
import { violationsAnywhere } from '../support/axe.ts'
import { must } from '../support/client.ts'
import { expect } from '../support/journey.ts'
import { pressOn } from '../support/keyboard.ts'
import { passHours, productNow, test } from '../support/moving-clock.ts'
import { expectSaid } from '../support/passing-texts.ts'
import { makeMentee, makeMentor, type Somebody, subscribe } from '../support/people.ts'
import { password, signIn } from '../support/sign-in.ts'
import { type Width, widths } from '../support/widths.ts'

type Pair = { mentor: Somebody; mentee: Somebody; conversationId: string }

async function subscribedPair(app: AppServer, names: { mentor: string; mentee: string }): Promise<Pair> {
  const mentor = await makeMentor(app, names.mentor)
  const mentee = await makeMentee(app, names.mentee, 'Rao')
  await subscribe(app, mentee, mentor)
  const { conversations } = await must(
    app.url,
    api.chat.mentee.open,
    { body: { mentorId: mentor.id } },
    mentee,
  )
  return { mentor, mentee, conversationId: conversations._id }
}

async function openInbox(page: Page, area: 'Mentees' | 'Mentors', { email }: Somebody, id = '') {
  await signIn(page, area, email, password)
  await page.goto(`/${area.toLowerCase()}/connect/inbox/${id}`)
}

async function write(page: Page, text: string) {
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await field.fill(text)
  await field.press('Enter')
  await expect(page.getByRole('log').getByText(text)).toBeVisible()
}

const waiting = (page: Page) => page.getByRole('region', { name: 'Needs reply' })
const others = (page: Page) => page.getByRole('region', { name: 'Everyone else' })
const thread = (page: Page) => page.getByRole('region', { name: /^Conversation with/ })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The list, which a narrow screen shows instead of the conversation. */
async function showList(page: Page, width: Width) {
  if (width === 360) await page.getByRole('link', { name: 'Back to all conversations' }).click()
}

const dayIn = (moment: Date, daysLater: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(
    new Date(moment.getTime() + daysLater * 86_400_000),
  )

async function sayNotAnswered(page: Page) {
  await button(page, 'Not answered?').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'This was not answered' }).click()
}

for (const width of widths) {
  test.describe(`${width} px wide`, () => {
    test('a question waits with its due time until it is answered, said not to be, and settled', async ({
      newPerson,
      app,
    }) => {
      const { mentor, mentee, conversationId } = await subscribedPair(app, {
        mentor: 'Vikram',
        mentee: 'Asha',
      })
      const mentorPage = await newPerson({ width })
      await openInbox(mentorPage, 'Mentors', mentor)
      await expect(waiting(mentorPage)).toContainText('No one is waiting for you.')
      const menteePage = await newPerson({ width })
      await openInbox(menteePage, 'Mentees', mentee, conversationId)
      await write(menteePage, 'Where do I begin?')
      await expect(thread(menteePage).getByText(/^Vikram answers within 24 hours: by \w+/)).toBeVisible()

      // The other browser hears of it without a reload.
      const row = waiting(mentorPage).getByRole('listitem')
      await expect(row).toContainText('Asha Rao')
      await expect(row).toContainText(/since \d+:\d\d [ap]m/)
      await expect(row).toContainText(/2[34] h left, due (today|tomorrow), \d+:\d\d [ap]m/)
      await row.getByRole('link').click()
      await expect(thread(mentorPage).getByText(/^Answer due by/)).toBeVisible()
      await write(mentorPage, 'With the first chapter.')
      await expect(thread(mentorPage).getByText(/^Answer due by/)).toHaveCount(0)
      await showList(mentorPage, width)
      await expect(others(mentorPage).getByRole('listitem')).toContainText('Asha Rao')
      await expect(waiting(mentorPage)).toContainText('No one is waiting for you.')

      await sayNotAnswered(menteePage)
      await expectSaid(menteePage, 'Vikram sees that you still wait')
      await expect(thread(menteePage).getByText(/^Vikram answers within 24 hours/)).toBeVisible()
      await expect(waiting(mentorPage).getByRole('listitem')).toContainText(/2[34] h left/)
      await waiting(mentorPage)
        .getByRole('link', { name: /Asha Rao/ })
        .click()
      await pressOn(mentorPage, button(mentorPage, 'No answer needed'))
      await expectSaid(mentorPage, /^If Asha sees it differently/)
      await expect(thread(mentorPage).getByText(/^Answer due by/)).toHaveCount(0)
      await sayNotAnswered(menteePage)
      await expectSaid(menteePage, 'You can say this once a week in a conversation.')
    })

    test('an answer that is late is told on both sides, on the mentor’s home and among the figures', async ({
      newPerson,
      app,
    }) => {
      const { mentor, mentee, conversationId } = await subscribedPair(app, {
        mentor: 'Vikram',
        mentee: 'Lata',
      })
      const menteePage = await newPerson({ width })
      await openInbox(menteePage, 'Mentees', mentee, conversationId)
      await write(menteePage, 'May I ask something?')
      await passHours(app, 25)
      await menteePage.reload()
      await expect(thread(menteePage).getByText(/This answer is late\. It was due /)).toBeVisible()
      await expect(thread(menteePage).getByText(/you can end your subscription with a refund/)).toBeVisible()
      await expect(button(menteePage, 'End with a refund')).toHaveCount(0)

      const mentorPage = await newPerson({ width })
      await signIn(mentorPage, 'Mentors', mentor.email, password)
      const due = mentorPage.getByRole('region', { name: 'Answers due today' })
      await expect(due.getByRole('listitem')).toContainText(/Lata Rao.*Late since (today|yesterday)/s)
      await due.getByRole('link', { name: /Lata Rao/ }).click()
      await expect(thread(mentorPage).getByText(/^Late since/)).toBeVisible()
      expect(await violationsAnywhere(mentorPage, 'a late answer')).toEqual([])
      await mentorPage.setViewportSize({ width, height: 800 })
      await showList(mentorPage, width)
      await expect(waiting(mentorPage).getByRole('listitem')).toContainText('Late since')

      await waiting(mentorPage).getByRole('link', { name: 'Response times' }).click()
      await expect(mentorPage.getByText('0 of the 10 answers needed before it is shown')).toBeVisible()
      const late = mentorPage.getByRole('region', { name: 'Late answers' }).getByRole('listitem')
      await expect(late).toContainText('not answered yet')
      await late.getByRole('link').click()
      await write(mentorPage, 'Of course.')
      await mentorPage.goto('/mentors/response-times')
      await expect(late).toContainText(/answered \w{3} \d/)
      await expect(mentorPage.getByText('1 of the 10 answers needed before it is shown')).toBeVisible()
      await expect(waiting(mentorPage)).toContainText('No one is waiting for you.')
      expect(await violationsAnywhere(mentorPage, 'response times')).toEqual([])
    })

    test('the 24 hours stand still while the mentor is away', async ({ newPerson, app }) => {
      const { mentor, mentee, conversationId } = await subscribedPair(app, {
        mentor: 'Vikram',
        mentee: 'Uma',
      })
      const menteePage = await newPerson({ width })
      await openInbox(menteePage, 'Mentees', mentee, conversationId)
      await write(menteePage, 'Are you there?')
      const mentorPage = await newPerson({ width })
      await signIn(mentorPage, 'Mentors', mentor.email, password)
      await mentorPage.goto('/mentors/response-times')
      const away = mentorPage.getByRole('region', { name: 'Time away' })
      const now = await productNow(app)
      const announce = async (from: number, to: number) => {
        await away.getByLabel('First day').fill(dayIn(now, from))
        await away.getByLabel('Last day').fill(dayIn(now, to))
        await button(mentorPage, 'Announce time away').click()
      }
      await announce(0, 3)
      await expectSaid(mentorPage, 'Time away announced')
      await expect(away.getByRole('listitem')).toHaveCount(1)
      await announce(2, 5)
      await expect(away.getByText(/^You are already away/)).toBeVisible()
      await announce(10, 90)
      await expect(away.getByText('At most 60 days at once.')).toBeVisible()
      expect(await violationsAnywhere(mentorPage, 'time away')).toEqual([])
      await mentorPage.setViewportSize({ width, height: 800 })

      await menteePage.reload()
      await expect(
        thread(menteePage).getByText(/^The 24 hours stand still while Vikram is away until \w{3} \d/),
      ).toBeVisible()
      await mentorPage.goto('/mentors/connect/inbox')
      await expect(waiting(mentorPage).getByRole('listitem')).toContainText('Paused while you are away until')
      await mentorPage.goto('/mentors/response-times')
      await away.getByRole('button', { name: /^Remove/ }).click()
      await expect(away.getByText('You have not announced any time away.')).toBeVisible()
      await mentorPage.goto('/mentors/connect/inbox')
      // The clocks follow at once, and on a busy machine with the next minute.
      await expect(waiting(mentorPage).getByRole('listitem')).toContainText('h left')
    })

    test('after seven silent days the mentee ends the subscription and is paid back', async ({
      newPerson,
      app,
    }) => {
      const { mentee, conversationId } = await subscribedPair(app, { mentor: 'Vikram', mentee: 'Ravi' })
      const page = await newPerson({ width })
      await openInbox(page, 'Mentees', mentee, conversationId)
      await write(page, 'Hello?')
      await passHours(app, 8 * 24)
      await page.reload()
      await expect(thread(page).getByText(/You can end your subscription and get back/)).toBeVisible()
      await pressOn(page, button(page, 'End with a refund'))
      const dialog = page.getByRole('alertdialog')
      const quoted = /₹[\d,]*\d/.exec((await dialog.getByText(/what is unused now/).textContent())!)![0]
      expect(quoted).not.toBe('₹0')
      await dialog.getByRole('button', { name: 'End with a refund' }).click()
      await expect(page.getByText(`${quoted} goes back to you`)).toBeVisible()
      await expect(page.getByText(/^You and Vikram cannot write to each other/)).toBeVisible()
      await page.goto('/mentees/subscribed-mentors')
      await expect(page.getByRole('link', { name: 'Subscribe again' })).toBeVisible()
    })
  })
}
