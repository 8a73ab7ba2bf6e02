import { api } from '@marga/contract/api'
import type { AppServer } from '../support/app-server.ts'
import { must } from '../support/client.ts'
import { expect, test } from '../support/journey.ts'
import {
  mailsTo,
  makeMentee,
  makeMentor,
  type Somebody,
  signInModerator,
  subscribe,
} from '../support/people.ts'
import { password, signIn } from '../support/sign-in.ts'

const appealLink = /\/appeal\?token=[\w-]+/

/** Invited by the demo's moderator. */
async function makeModerator(app: AppServer, name: string): Promise<string> {
  const email = `${name.toLowerCase()}-${Date.now().toString(36)}@example.com`
  await must(app.url, api.moderators.invite, { body: { email } }, await signInModerator(app))
  const [, token] = /token=([\w-]+)/.exec((await mailsTo(app, email))[0]!.text)!
  await must(app.url, api.moderators.acceptInvitation, { body: { token: token!, name, password } })
  return email
}

/** The mentor writes, the mentee reports it. */
async function reportMessage(app: AppServer, mentee: Somebody, mentor: Somebody, subject: string) {
  const { url } = app
  const { conversations } = await must(url, api.chat.mentee.open, { body: { mentorId: mentor.id } }, mentee)
  const params = { conversationId: conversations._id }
  const body = { message: 'You are too stupid for this.', sender: mentor.id }
  await must(url, api.chat.mentor.send, { params, body }, { ...mentor, key: crypto.randomUUID() })
  const { messages } = await must(url, api.chat.mentor.messages, { params, query: {} }, mentor)
  await must(
    url,
    api.tickets.raiseAsMentee,
    {
      params: { menteeId: mentee.id },
      body: {
        complaint: { accusedId: mentor.id },
        subject,
        content: 'He insults me.',
        context: { kind: 'message', id: messages.at(-1)!._id },
      },
    },
    { ...mentee, key: crypto.randomUUID() },
  )
}

/** As the decision's email has it, which must not say who complained. */
async function appealLinkOf(app: AppServer, { email }: Somebody): Promise<string> {
  const decided = async () => (await mailsTo(app, email)).find(({ text }) => appealLink.test(text))?.text
  await expect.poll(decided).toBeTruthy()
  const text = (await decided())!
  expect(text).not.toContain('Ishita')
  return appealLink.exec(text)![0]
}

test('a reported message: claimed and decided by keyboard, seen by the other moderator, appealed and lifted', async ({
  newPerson,
  app,
}) => {
  const mentor = await makeMentor(app, 'Balram')
  const mentee = await makeMentee(app, 'Ishita')
  await subscribe(app, mentee, mentor)
  const subject = `Insulted ${mentor.lastName}`
  await reportMessage(app, mentee, mentor, subject)
  const otherEmail = await makeModerator(app, 'Devika')

  const other = await newPerson()
  await signIn(other, 'Moderator', otherEmail, password)
  await other.goto(`/moderator/cases?search=${subject}`)
  const row = other.getByRole('link', { name: new RegExp(subject) })
  await expect(row).toBeVisible()

  const moderator = await newPerson()
  await signIn(moderator, 'Moderator', 'moderator@demo.test')
  await moderator.goto(`/moderator/cases?search=${subject}`)
  await moderator.getByRole('link', { name: new RegExp(subject) }).waitFor()
  await moderator.keyboard.press('j')
  await moderator.keyboard.press('Enter')
  await expect(moderator.getByText(/^Claimed by you until/)).toBeVisible()
  await expect(row.getByText(/^Claimed by Meera .* until/)).toBeVisible()
  await expect(moderator.getByText('You are too stupid for this.')).toBeVisible()

  await moderator.keyboard.press('d')
  await moderator.keyboard.press('2')
  await moderator.keyboard.press('6')
  await expect(moderator.getByRole('checkbox', { name: /^Warn/ })).toBeChecked()
  await expect(moderator.getByRole('checkbox', { name: /^Remove/ })).toBeChecked()
  await moderator.getByLabel('Reason').selectOption('harassment')
  await moderator.keyboard.press('Control+Enter')
  await expect(moderator.getByRole('region', { name: 'Decided' })).toBeVisible()
  await expect(row).toBeHidden()

  const link = await appealLinkOf(app, mentor)
  const accused = await newPerson()
  await accused.goto(link)
  await expect(accused.getByText('You got a warning.')).toBeVisible()
  await accused.getByLabel('What is wrong with the decision?').fill('It was a quotation.')
  await accused.getByRole('button', { name: 'Send appeal' }).click()
  await expect(accused.getByRole('heading', { name: 'We have your appeal' })).toBeVisible()

  await other.goto(`/moderator/cases?kind=appeal&search=${mentor.lastName}`)
  await other.getByRole('link', { name: new RegExp(mentor.lastName) }).waitFor()
  await other.keyboard.press('j')
  await other.keyboard.press('o')
  await expect(other.getByText('It was a quotation.')).toBeVisible()
  await other.keyboard.press('d')
  await other.keyboard.press('2')
  await other.keyboard.press('Control+Enter')
  await expect(other.getByRole('region', { name: 'Decided' })).toBeVisible()
  await accused.goto(link)
  await expect(accused.getByRole('heading', { name: 'You were right' })).toBeVisible()
})
