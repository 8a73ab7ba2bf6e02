import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { violationsAnywhere } from '../support/axe.ts'
import { expect, test } from '../support/journey.ts'
import { pressOn, typeInto } from '../support/keyboard.ts'
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
  await typeInto(page, dialog.getByLabel('Authentication code'), codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Save your backup codes')).toBeVisible()
  const backupCodes = await dialog.getByRole('listitem').allTextContents()
  expect(backupCodes).toHaveLength(10)
  expect(await violationsAnywhere(page, 'backup codes')).toEqual([])
  await pressOn(page, button(page, 'I have saved them'))
  await expect(section.getByText('On, with 10 backup codes left')).toBeVisible()

  const again = await newPerson()
  await test.step('a new device is asked for the code', async () => {
    await again.goto('/auth/login?mentees')
    await typeInto(again, again.getByLabel('Email'), mentee.email)
    await typeInto(again, again.getByLabel('Password', { exact: true }), password)
    await again.keyboard.press('Enter')
    const code = again.getByLabel('Authentication code')
    await expect(code).toBeFocused()
    await again.keyboard.type('000000')
    await again.keyboard.press('Enter')
    await expect(again.getByText('The authenticator code is wrong. Please try again.')).toBeVisible()
    await expect(code).toBeFocused()
    expect(await violationsAnywhere(again, 'code refused')).toEqual([])
    await again.keyboard.press('ControlOrMeta+A')
    // The first one has been used: each is taken once.
    await again.keyboard.type(codeOf(secret, 1))
    await again.keyboard.press('Enter')
    await again.waitForURL('**/mentees')
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
