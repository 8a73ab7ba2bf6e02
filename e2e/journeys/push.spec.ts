import { wholeChromiumLaunch } from '../support/chromium.ts'
import { expect, test } from '../support/journey.ts'
import { makeMentee } from '../support/people.ts'
import { password, signIn } from '../support/sign-in.ts'

test.use({ launchOptions: wholeChromiumLaunch() })

test('a notice is shown by the worker, which visitors do not get', async ({ newPerson, app }) => {
  const mentee = await makeMentee(app, 'Notified')
  const page = await newPerson()
  const context = page.context()
  await context.grantPermissions(['notifications'], { origin: app.url })
  await page.goto('/browse/mentor/search')
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)

  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${app.url}/`)
      if (found) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await signIn(page, 'Mentees', mentee.email, password)
  const registrationId = await registered
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.goto('/mentees/connect/inbox')
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const notices = await registration.getNotifications()
      return notices.map(({ title, body, data }) => ({ title, body, data }))
    })
  const deliver = (notice: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: app.url,
      registrationId,
      data: JSON.stringify(notice),
    })
  const notice = { title: 'Vikram', body: 'has written to you', tag: 'one', path: '/mentees/connect/inbox/1' }
  await deliver(notice)
  await expect
    .poll(shown)
    .toEqual([{ title: 'Vikram', body: 'has written to you', data: { path: notice.path } }])
  // Another one about the same takes its place.
  await deliver({ ...notice, title: 'Vikram again' })
  await expect.poll(async () => (await shown()).map(({ title }) => title)).toEqual(['Vikram again'])
})
