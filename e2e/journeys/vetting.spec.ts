import { api } from '@marga/contract/api'
import { loginMarkers } from '@marga/contract/roles'
import type { AppServer } from '../support/app-server.ts'
import { demoEmail } from '../support/areas.ts'
import { must } from '../support/client.ts'
import { expect, test } from '../support/journey.ts'
import { applyAsMentor, mailsTo, signInModerator } from '../support/people.ts'
import { fillSignInForm, password, signIn } from '../support/sign-in.ts'

/** The path of the newest mailed link to an address of the site. */
async function mailedLink(app: AppServer, email: string, path: string): Promise<string> {
  for (const { text } of await mailsTo(app, email)) {
    const found = new RegExp(`${path}\\?token=[\\w-]+`).exec(text)
    if (found) return found[0]
  }
  throw new Error(`no link to ${path} was mailed to ${email}`)
}

test('an applicant is asked, answers, is checked, and begins on probation', async ({ newPerson, app }) => {
  const { email, lastName } = await applyAsMentor(app, 'Kavya')
  const moderator = await signInModerator(app)
  const { mentorRequests } = await must(
    app.url,
    api.moderation.requests,
    { query: { limit: 100 } },
    moderator,
  )
  const { mentorId } = mentorRequests.find((request) => request.email === email)!
  const applicant = await newPerson({ width: 360 })
  const first = await mailedLink(app, email, '/auth/application')
  await applicant.goto(first)
  const current = applicant.locator('[aria-current="step"]')
  await expect(current).toContainText('Received')
  await expect(applicant.getByText('What we look at')).toBeVisible()

  const text = 'Could you send us a talk or an article of yours?'
  const body = { mentorId, stage: 'info_wanted', text } as const
  const { data: application } = await must(app.url, api.cases.stage, { body }, moderator)
  const later = await mailedLink(app, email, '/auth/application')
  expect(later).not.toBe(first)
  await applicant.goto(later)
  await expect(current).toContainText('We have a question')
  await expect(applicant.getByText(text)).toBeVisible()
  await applicant.getByLabel('Your answer').fill('https://example.com/my-talk')
  await applicant.reload()
  await expect(applicant.getByLabel('Your answer')).toHaveValue('https://example.com/my-talk')
  await applicant.getByRole('button', { name: 'Send answer' }).click()
  await expect(current).toContainText('In review')
  await expect(applicant.getByLabel('Your answer')).toHaveCount(0)

  const desk = await newPerson()
  await signIn(desk, 'Moderator', demoEmail.Moderator)
  await desk.getByRole('button', { name: /^Notifications/ }).click()
  await expect(desk.getByText(`Kavya ${lastName} answered about their application`)).toBeVisible()
  for (const item of ['identity', 'experience'] as const) {
    const evidence = 'https://example.com/my-talk'
    const check = { params: { id: application._id }, body: { item, evidence } }
    await must(app.url, api.cases.check, check, moderator)
  }
  await applicant.goto(first)
  await expect(applicant.getByText(': checked')).toHaveCount(2)

  const decision = { outcomes: [{ kind: 'accept_on_probation' as const }], reason: 'checks_passed' as const }
  await must(app.url, api.cases.decide, { params: { id: application._id }, body: decision }, moderator)
  await applicant.reload()
  await expect(current).toContainText('Accepted, on probation')
  await expect(current).toContainText('3 different mentees')
  expect((await mailsTo(app, email))[0]!.subject).toBe('Welcome: you are now a mentor, on probation')
  await applicant.getByRole('link', { name: 'Sign in' }).click()
  await fillSignInForm(applicant, { email, password })
  await applicant.waitForURL('**/mentors')
})

test('a moderator invites another, who joins, reads the log and leaves', async ({ newPerson, app }) => {
  const email = `meera-${Date.now().toString(36)}@example.com`
  const desk = await newPerson()
  await signIn(desk, 'Moderator', demoEmail.Moderator)
  await desk.goto('/moderator/moderators')
  await desk.getByLabel('Email').fill(email)
  await desk.getByRole('button', { name: 'Send invitation' }).click()
  await expect(desk.getByRole('button', { name: `Withdraw the invitation of ${email}` })).toBeVisible()

  const invited = await newPerson({ width: 360 })
  const link = await mailedLink(app, email, '/auth/accept-invitation')
  await invited.goto(link)
  await expect(invited.getByText('invites you to moderate')).toBeVisible()
  await invited.getByLabel('Your name').fill('Meera Nair')
  await invited.getByLabel('Password', { exact: true }).fill(password)
  await invited.getByRole('button', { name: 'Become a moderator' }).click()
  await invited.getByRole('link', { name: 'Sign in as a moderator' }).click()
  await invited.waitForURL(`**/auth/login?${loginMarkers.moderator}`)
  await fillSignInForm(invited, { email, password })
  await invited.waitForURL('**/moderator')

  await invited.goto('/moderator/audit-log')
  await invited.getByRole('button', { name: 'More filters' }).click()
  await invited.getByLabel('What was done').selectOption('Became a moderator')
  await expect(invited).toHaveURL(/action=join/)
  await expect(invited.getByText('Meera Nair became a moderator')).toBeVisible()
  const download = invited.waitForEvent('download')
  await invited.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe('moderators-log.csv')

  await invited.goto('/moderator/moderators')
  await invited.getByRole('button', { name: 'Stop moderating' }).click()
  const dialog = invited.getByRole('dialog', { name: 'Stop moderating?' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Stop moderating' }).click()
  await invited.waitForURL((url) => url.pathname === '/')

  const late = await newPerson()
  await late.goto(link)
  await expect(late.getByRole('heading', { name: 'Not a valid invitation' })).toBeVisible()
})
