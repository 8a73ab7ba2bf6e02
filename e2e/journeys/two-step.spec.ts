import type { Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { violationsAnywhere } from '../support/axe.ts'
import { expect, test } from '../support/journey.ts'
import { pressOn, tabTo, typeInto } from '../support/keyboard.ts'
import { makeMentee } from '../support/people.ts'
import { password, signIn, signInByForm } from '../support/sign-in.ts'

const stepMs = 30_000

/** What the app shows; `later` steps from now, of which the server takes one, since clocks differ. */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: Date.now() + later * stepMs,
  })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('two-step sign-in is set up by keyboard, asked for at sign-in, and turned off by a backup code', async ({
  newPerson,
  app,
}) => {
  const mentee = await makeMentee(app, 'Careful')
  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  await page.goto('/mentees/settings')
  const section = page.getByRole('region', { name: 'Two-step sign-in' })
  await expect(section.getByText('Off', { exact: true })).toBeVisible()

  const dialog = page.getByRole('dialog')
  const { secret, backupCodes } = await setUp(page, section)
  await pressOn(page, button(page, 'I have saved them'))
  await expect(section.getByText('On, with 10 backup codes left')).toBeVisible()

  const again = await newPerson()
  await test.step('a new device is asked for the code', async () => {
    await signInWithCode(again, mentee.email, secret)
  })

  await test.step('it is turned off by the password and a backup code', async () => {
    await page.reload()
    await pressOn(page, section.getByRole('button', { name: 'Turn off' }))
    await typeInto(page, dialog.getByLabel('Password', { exact: true }), password)
    await typeInto(page, dialog.getByLabel('Authentication code'), backupCodes[4]!)
    expect(await violationsAnywhere(page, 'turning off')).toEqual([])
    await pressOn(page, dialog.getByRole('button', { name: 'Turn off' }))
    await expect(section.getByText('Off', { exact: true })).toBeVisible()
    await signInByForm(await newPerson(), 'Mentees', mentee.email, password)
  })
})

/** Up to the backup codes, as they are shown once. */
async function setUp(page: Page, section: Locator) {
  const dialog = page.getByRole('dialog')
  await pressOn(page, section.getByRole('button', { name: 'Set up' }))
  await expect(dialog.getByLabel('Password', { exact: true })).toBeVisible()
  await typeInto(page, dialog.getByLabel('Password', { exact: true }), 'not my passphrase')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The password is wrong.')).toBeVisible()
  await typeInto(page, dialog.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  expect(await violationsAnywhere(page, 'QR code')).toEqual([])
  const secret = (await dialog.getByRole('code').textContent())!.trim()
  // Reckoned once the field has the focus: it is good for some seconds only.
  await tabTo(page, dialog.getByLabel('Authentication code'))
  await page.keyboard.type(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Save your backup codes')).toBeVisible()
  const backupCodes = await dialog.getByRole('listitem').allTextContents()
  expect(backupCodes).toHaveLength(10)
  expect(await violationsAnywhere(page, 'backup codes')).toEqual([])
  return { secret, backupCodes }
}

/** A wrong code first, then one that has not been used yet. */
async function signInWithCode(page: Page, email: string, secret: string) {
  await page.goto('/auth/login?mentees')
  await typeInto(page, page.getByLabel('Email'), email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Authentication code')
  await expect(code).toBeFocused()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The authenticator code is wrong. Please try again.')).toBeVisible()
  await expect(code).toBeFocused()
  expect(await violationsAnywhere(page, 'code refused')).toEqual([])
  await page.keyboard.press('ControlOrMeta+A')
  // The first one has been used: each is taken once.
  await page.keyboard.type(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/mentees')
}
