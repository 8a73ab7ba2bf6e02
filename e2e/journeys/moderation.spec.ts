import { api } from '@marga/contract/api'
import { must } from '../support/client.ts'
import { expect, password, signIn, test } from '../support/journey.ts'
import { applyAsMentor, mailsTo, makeMentee, makeMentor, publishHour, subscribe } from '../support/people.ts'

test('refused with a reason, applied again, accepted: each step mailed', async ({ newPerson, product }) => {
  const { email, lastName } = await applyAsMentor(product, 'Tenzin')
  const moderator = await newPerson()
  await signIn(moderator, 'Moderator', 'moderator@demo.test')
  await moderator.goto('/moderator/mentor-applicants')
  const inQueue = moderator
    .getByRole('navigation', { name: 'Waiting applicants' })
    .getByRole('button', { name: new RegExp(lastName) })
  await inQueue.click()
  await moderator.getByRole('button', { name: 'Refuse', exact: true }).click()
  const dialog = moderator.getByRole('dialog')
  await dialog.getByRole('button', { name: /refuse/i }).click()
  await expect(dialog.getByText('Give a reason that helps the applicant.')).toBeVisible()
  await dialog.getByRole('textbox').fill('Please tell us more about your work.')
  await dialog.getByRole('button', { name: /refuse/i }).click()
  await expect(inQueue).toHaveCount(0)
  await expect
    .poll(async () => (await mailsTo(product, email))[0]?.text)
    .toContain('Please tell us more about your work.')

  const applicant = await newPerson()
  await applicant.goto('/auth/login?mentors')
  await applicant.getByLabel('Email').fill(email)
  await applicant.getByLabel('Password', { exact: true }).fill(password)
  await applicant.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(applicant.getByRole('alert')).toBeVisible()
})

test('a mentor takes a booked hour away: the mentee sees the toast, the notice and the call given back', async ({
  newPerson,
  product,
}) => {
  const mentor = await makeMentor(product, 'Suresh')
  const mentee = await makeMentee(product, 'Leela')
  await subscribe(product, mentee, mentor)
  const slot = await publishHour(product, mentor, 30)
  await must(
    product.url,
    api.slots.book,
    { body: { slotId: slot._id, values: { menteeId: mentee.id } } },
    mentee,
  )

  const menteePage = await newPerson()
  await signIn(menteePage, 'Mentees', mentee.email, password)
  await menteePage.goto('/mentees/subscribed-mentors')
  await expect(menteePage.getByText(/3 of 4/).first()).toBeVisible()

  const mentorPage = await newPerson()
  await signIn(mentorPage, 'Mentors', mentor.email, password)
  await mentorPage.goto('/mentors/scheduler')
  await mentorPage.getByText('List', { exact: true }).click()
  await mentorPage.getByRole('button', { name: /Leela/ }).first().click()
  await mentorPage.getByRole('button', { name: 'Cancel this session' }).click()
  await mentorPage.getByRole('alertdialog').getByRole('button', { name: 'Cancel session' }).click()

  await expect(menteePage.getByText('Schedule changed by mentor').first()).toBeVisible()
  await expect(menteePage.getByText(/4 of 4/).first()).toBeVisible()
  await menteePage.goto('/mentees/notifications')
  await expect(menteePage.getByText('Schedule changed by mentor').first()).toBeVisible()
})

test('a complaint: the moderator acts, and the mentor is out within a second and gone from search', async ({
  newPerson,
  product,
}) => {
  const mentor = await makeMentor(product, 'Ghanshyam')
  const mentee = await makeMentee(product, 'Farah')
  await subscribe(product, mentee, mentor)

  const mentorPage = await newPerson()
  await signIn(mentorPage, 'Mentors', mentor.email, password)
  const menteePage = await newPerson()
  await signIn(menteePage, 'Mentees', mentee.email, password)
  await menteePage.goto('/mentees/tickets')
  await menteePage.getByRole('button', { name: /raise/i }).first().click()
  await menteePage.getByLabel('Which mentor?').selectOption(mentor.id)
  await menteePage.getByLabel('Subject').fill(`Asked for money ${mentor.lastName}`)
  await menteePage.getByLabel('What happened?').fill('Asked me to pay outside of the product.')
  await menteePage.getByRole('button', { name: 'Raise ticket' }).last().click()
  await expect(menteePage.getByText(`Asked for money ${mentor.lastName}`).first()).toBeVisible()

  const moderator = await newPerson()
  await signIn(moderator, 'Moderator', 'moderator@demo.test')
  await moderator.goto('/moderator/tickets')
  await moderator.getByText(`Asked for money ${mentor.lastName}`).first().click()
  await moderator
    .getByRole('button', { name: /^block/i })
    .first()
    .click()
  await moderator.getByRole('alertdialog').getByRole('button', { name: 'Block and close' }).click()
  await expect(moderator.getByText('User Blocked')).toBeVisible()
  await mentorPage.waitForURL('**/auth/login?mentors', { timeout: 3000 })

  await menteePage.goto(`/mentees/browse/mentor/${mentor.lastName}`)
  await expect(menteePage.getByRole('main')).toContainText(/no mentor|nobody|nothing/i)

  await moderator.goto('/moderator/mentors-list')
  await moderator.getByRole('searchbox').fill(mentor.lastName)
  await moderator.getByRole('button', { name: /^Unblock Ghanshyam/ }).click()
  await moderator.getByRole('alertdialog').getByRole('button', { name: 'Unblock mentor' }).click()
  await expect(moderator.getByRole('button', { name: /^Block Ghanshyam/ })).toBeVisible()
  await signIn(mentorPage, 'Mentors', mentor.email, password)
})
