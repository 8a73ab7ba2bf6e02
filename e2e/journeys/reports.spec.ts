import { api } from '@marga/contract/api'
import { violationsAnywhere } from '../support/axe.ts'
import { must } from '../support/client.ts'
import { expect, test } from '../support/journey.ts'
import { makeMentee, makeMentor, subscribe } from '../support/people.ts'
import { password, signIn } from '../support/sign-in.ts'

test('a message and a profile are reported from where they stand, by keyboard, and a moderator sees what', async ({
  newPerson,
  app,
}) => {
  const mentor = await makeMentor(app, 'Harsh')
  const mentee = await makeMentee(app, 'Anjali')
  await subscribe(app, mentee, mentor)
  const mentorPage = await newPerson()
  await signIn(mentorPage, 'Mentors', mentor.email, password)
  await mentorPage.goto('/mentors/connect/inbox')
  await mentorPage.getByRole('link', { name: /Anjali/ }).click()
  const words = 'Send me your bank details or I cancel the call.'
  await mentorPage.getByLabel('Message to Anjali').fill(words)
  await mentorPage.keyboard.press('Enter')

  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  await page.goto('/mentees/connect/inbox')
  await page.getByRole('link', { name: /Harsh/ }).click()
  await expect(page.getByRole('log').getByText(words)).toBeVisible()
  expect(await violationsAnywhere(page, 'conversation')).toEqual([])
  await page.getByRole('log').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Report this message' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Which mentor?')).toHaveValue(mentor.id)
  await expect(page.getByLabel('Subject')).toHaveValue(/^Message of /)
  await expect(page.getByText('Moderators see this message with your ticket')).toBeVisible()
  const subject = await page.getByLabel('Subject').inputValue()
  await page.getByLabel('What happened?').fill('This is a threat.')
  expect(await violationsAnywhere(page, 'ticket form')).toEqual([])
  await page.getByRole('button', { name: 'Raise ticket' }).click()
  await expect(page.getByRole('heading', { name: subject })).toBeVisible()

  await test.step('a profile that the mentee only looked at', async () => {
    const stranger = await makeMentor(app, 'Ulrich')
    await page.goto(`/mentees/browse/mentor/profile/${stranger.id}`)
    await page.getByRole('link', { name: 'Report this profile' }).click()
    await expect(page.getByLabel('Which mentor?')).toHaveValue(stranger.id)
    await expect(page.getByLabel('Subject')).toHaveValue('Profile')
    await page.getByLabel('What happened?').fill('The degree is made up.')
    await page.getByRole('button', { name: 'Raise ticket' }).click()
    await expect(page.getByText('About Ulrich')).toBeVisible()
  })

  const moderator = await newPerson()
  await signIn(moderator, 'Moderator', 'moderator@demo.test')
  const { listOfTickets } = await must(
    app.url,
    api.tickets.ofMentee,
    { params: { menteeId: mentee.id } },
    mentee,
  )
  const ticket = listOfTickets.find((one) => one.context?.kind === 'message')!
  await moderator.goto(`/moderator/tickets?ticket=${ticket._id}`)
  await expect(moderator.getByRole('figure')).toContainText(words)
  expect(await violationsAnywhere(moderator, 'ticket')).toEqual([])
})
