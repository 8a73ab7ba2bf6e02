import { expect, test } from '../support/journey.ts'
import { expectSaid } from '../support/passing-texts.ts'
import { mailsTo, makeMentee, makeMentor, subscribe } from '../support/people.ts'
import { fillSignInForm, password, signIn, signInByForm } from '../support/sign-in.ts'

test('a forgotten password is set anew with the mailed code', async ({ newPerson, app }) => {
  const mentee = await makeMentee(app, 'Forgetful')
  const page = await newPerson()
  await page.goto('/auth/login?mentees')
  await page.getByRole('link', { name: /forgot/i }).click()
  await page.waitForURL('**/auth/mentee/forgotpassword')
  await page.getByLabel('Email').fill(mentee.email)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByRole('button', { name: 'Send OTP' })).toHaveCount(0)
  await expect.poll(async () => (await mailsTo(app, mentee.email))[0]?.subject).toMatch(/^\d{6} is your code/)
  const code = (await mailsTo(app, mentee.email))[0]!.subject.slice(0, 6)
  const fresh = 'an entirely new passphrase'
  await page.getByRole('textbox', { name: /otp|code/i }).fill(code)
  await page.getByLabel('Password', { exact: true }).fill(fresh)
  await page.getByLabel('Confirm password').fill(fresh)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectSaid(page, 'Password Changed Successfully..!! Please login again')
  await page.waitForURL('**/auth/login?mentees')
  await expect(page.getByText('Your password is changed. Sign in with the new one.')).toBeVisible()
  await signInByForm(page, 'Mentees', mentee.email, fresh)
})

test('two mentees and the mentor talk in the Community; one whose period ended reads nothing new', async ({
  newPerson,
  app,
}) => {
  test.skip(!process.env.TEST_DATABASE_URL, 'ends a period by SQL, which needs a PostgreSQL of the machine')
  const mentor = await makeMentor(app, 'Communal')
  const [one, two] = [await makeMentee(app, 'Uma'), await makeMentee(app, 'Dev')]
  await subscribe(app, one, mentor)
  await subscribe(app, two, mentor)
  const pages = { one: await newPerson(), two: await newPerson(), mentor: await newPerson() }
  await signIn(pages.one, 'Mentees', one.email, password)
  await signIn(pages.two, 'Mentees', two.email, password)
  await signIn(pages.mentor, 'Mentors', mentor.email, password)
  await pages.one.goto(`/mentees/community/${mentor.id}`)
  await pages.two.goto(`/mentees/community/${mentor.id}`)
  await pages.mentor.goto('/mentors/community')
  const write = async (page: typeof pages.one, text: string) => {
    await page.getByRole('textbox', { name: /message|write/i }).fill(text)
    await page.getByRole('textbox', { name: /message|write/i }).press('Enter')
  }
  await write(pages.one, 'Hello to all of you')
  for (const page of Object.values(pages)) await expect(page.getByText('Hello to all of you')).toBeVisible()
  await app.sql("update enrollment set status = 'ended', ended_at = now() where mentee_id = $1", [two.id])
  await write(pages.mentor, 'Only for those who stayed')
  await expect(pages.one.getByText('Only for those who stayed')).toBeVisible()
  await pages.two.waitForTimeout(1000)
  await expect(pages.two.getByText('Only for those who stayed')).toHaveCount(0)
  await pages.two.reload()
  await pages.two.waitForLoadState('networkidle')
  await expect(pages.two.getByText('Only for those who stayed')).toHaveCount(0)
})

test('a review is written, replaced and seen by everybody', async ({ newPerson, app }) => {
  const mentor = await makeMentor(app, 'Reviewed')
  const mentee = await makeMentee(app, 'Critic')
  await subscribe(app, mentee, mentor)
  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  await page.goto(`/mentees/browse/mentor/profile/${mentor.id}`)
  await page.getByRole('button', { name: 'Write a review' }).click()
  await page.getByRole('radio', { name: /4/ }).check({ force: true })
  await page.getByRole('textbox', { name: /review/i }).fill('Clear, patient, and always well prepared.')
  await page.getByRole('button', { name: 'Publish review' }).click()
  const visitor = await newPerson()
  await expect(async () => {
    await visitor.goto(`/browse/mentor/profile/${mentor.id}`)
    await expect(visitor.getByText('Clear, patient, and always well prepared.')).toBeVisible({
      timeout: 10_000,
    })
  }).toPass()
})

test('the account is deleted with its password, and signs in no more', async ({ newPerson, app }) => {
  const mentee = await makeMentee(app, 'Leaving')
  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  await page.goto('/mentees/settings')
  await page.getByRole('button', { name: /delete.*account/i }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await page.waitForURL((url) => url.pathname === '/' || url.pathname.startsWith('/auth'))
  // The page that took the account away may still be on its way to the start.
  await expect(() => page.goto('/auth/login?mentees')).toPass()
  await fillSignInForm(page, { email: mentee.email, password })
  await expect(page.getByText('Please verify the entered Email and Password')).toBeVisible()
})

test('whoever is signed in is sent home from the landing page and from the sign-in, also by an address', async ({
  newPerson,
}) => {
  const page = await newPerson()
  await signIn(page, 'Mentees', 'mentee@demo.test')
  for (const address of ['/', '/auth/login?mentees']) {
    await page.goto(address)
    await page.waitForURL('**/mentees')
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  }
})
