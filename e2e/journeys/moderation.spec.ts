import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { expectSaid, passingTexts } from '../support/passing-texts.ts'
import { applyAsMentor, makeMentee, makeMentor, subscribe } from '../support/people.ts'
import { fillSignInForm, password, signIn, signInByForm } from '../support/sign-in.ts'

test('a refusal needs a reason that helps', async ({ newPerson, app }) => {
  const { email, lastName } = await applyAsMentor(app, 'Tenzin')
  const moderator = await newPerson()
  await signIn(moderator, 'Moderator', 'moderator@demo.test')
  await moderator.goto('/moderator/mentor-applicants')
  await moderator
    .getByRole('navigation', { name: 'Waiting applicants' })
    .getByRole('button', { name: new RegExp(lastName) })
    .click()
  await moderator.getByRole('button', { name: 'Refuse', exact: true }).click()
  const dialog = moderator.getByRole('dialog')
  await dialog.getByRole('button', { name: /refuse/i }).click()
  await expect(dialog.getByText('Give a reason that helps the applicant.')).toBeVisible()

  const applicant = await newPerson()
  await applicant.goto('/auth/login?mentors')
  await fillSignInForm(applicant, { email, password })
  await expect(applicant.getByRole('alert')).toBeVisible()
})

test('two moderators decide about one application at once: one wins, the other reads who decided', async ({
  newPerson,
  app,
}) => {
  const { lastName } = await applyAsMentor(app, 'Nyima')
  const moderators = [await newPerson(), await newPerson()]
  for (const moderator of moderators) {
    await signIn(moderator, 'Moderator', 'moderator@demo.test')
    await moderator.goto('/moderator/mentor-applicants')
    await moderator
      .getByRole('navigation', { name: 'Waiting applicants' })
      .getByRole('button', { name: new RegExp(lastName) })
      .click()
    await moderator.getByRole('button', { name: 'Accept', exact: true }).click()
  }
  const confirm = (page: Page) =>
    page
      .locator('[role=dialog], [role=alertdialog]')
      .getByRole('button', { name: /accept/i })
      .click()
  await Promise.all(moderators.map(confirm))
  const told = async (page: Page) =>
    (await passingTexts(page)).filter((text) => text.startsWith('Already decided by Meera')).length
  await expect.poll(async () => (await Promise.all(moderators.map(told))).sort()).toEqual([0, 1])
})

test('a complaint: the moderator acts, and the mentor is out within a second and gone from search', async ({
  newPerson,
  app,
}) => {
  const mentor = await makeMentor(app, 'Ghanshyam')
  const mentee = await makeMentee(app, 'Farah')
  await subscribe(app, mentee, mentor)

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
  const asking = moderator.getByRole('alertdialog')
  await expect(asking.getByText(/^The 1 subscription ends now; .* ₹4,000 in all/)).toBeVisible()
  await asking.getByRole('button', { name: 'Block and close' }).click()
  await expectSaid(moderator, 'User Blocked')
  await expect(moderator.getByText(/^Closed, and Ghanshyam blocked, by Meera Joshi on/)).toBeVisible()
  await mentorPage.waitForURL('**/auth/login?mentors')

  await menteePage.goto(`/mentees/browse/mentor/${mentor.lastName}`)
  await expect(menteePage.getByRole('heading', { name: 'No mentors match that' })).toBeVisible()

  await moderator.getByRole('button', { name: /^Profile menu/ }).click()
  await moderator.getByRole('menuitem', { name: 'What moderators did' }).click()
  const blocked = moderator.getByText(`Meera Joshi blocked Ghanshyam ${mentor.lastName}, mentor`)
  await blocked.getByRole('link').click()
  await expect(moderator.getByRole('heading', { name: `Ghanshyam ${mentor.lastName}` })).toBeVisible()
  await expect(moderator.getByText(`Asked for money ${mentor.lastName}`).first()).toBeVisible()

  await moderator.goto('/moderator/mentors-list')
  await moderator.getByRole('searchbox').fill(mentor.lastName)
  await moderator.getByRole('button', { name: /^Unblock Ghanshyam/ }).click()
  await moderator.getByRole('alertdialog').getByRole('button', { name: 'Unblock mentor' }).click()
  await expect(moderator.getByRole('button', { name: /^Block Ghanshyam/ })).toBeVisible()
  await signInByForm(mentorPage, 'Mentors', mentor.email, password)
})
