import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { expectSaid } from '../support/passing-texts.ts'
import { makeMentee } from '../support/people.ts'
import { password, signIn } from '../support/sign-in.ts'

/** A PNG of two halves, red on the left and blue on the right, drawn by the browser itself. */
const halves = (page: Page, width: number, height: number) =>
  page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas')
      canvas.width = w!
      canvas.height = h!
      const context = canvas.getContext('2d')!
      context.fillStyle = '#f00'
      context.fillRect(0, 0, w! / 2, h!)
      context.fillStyle = '#00f'
      context.fillRect(w! / 2, 0, w! / 2, h!)
      return canvas.toDataURL('image/png').split(',')[1]!
    },
    [width, height],
  )

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  await page.getByLabel('Profile picture').setInputFiles(file)
}
const png = (base64: string) => ({
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(base64, 'base64'),
})
const picture = (page: Page) => page.getByRole('main').getByRole('img', { name: /^Picture of/ })

/** Shares of red and blue in the picture that is shown. */
const coloursOf = (page: Page) =>
  picture(page).evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = 50
    canvas.height = 50
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0, 50, 50)
    const pixels = context.getImageData(0, 0, 50, 50).data
    let [red, blue] = [0, 0]
    for (let at = 0; at < pixels.length; at += 4) {
      if (pixels[at]! > 128) red++
      else if (pixels[at + 2]! > 128) blue++
    }
    return { red: red / 2500, blue: blue / 2500, size: [image.naturalWidth, image.naturalHeight] }
  })

test('a picture is cut to a square by mouse and by keyboard, seen at once, and shown in the right size', async ({
  newPerson,
  app,
}) => {
  const mentee = await makeMentee(app, 'Pictured')
  const page = await newPerson()
  await signIn(page, 'Mentees', mentee.email, password)
  await page.goto('/mentees/profile')
  const wide = png(await halves(page, 1200, 400))

  await choose(page, wide)
  const dialog = page.getByRole('dialog', { name: 'Choose the part to show' })
  const part = dialog.getByRole('application', { name: 'Part of the picture' })
  await expect(part).toBeVisible()
  // Dragged to the right, its left end comes into the square.
  const box = (await part.boundingBox())!
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x + 600, middle.y, { steps: 5 })
  await page.mouse.up()
  await dialog.getByRole('button', { name: 'Use this picture' }).click()
  await expectSaid(page, 'Updation success')
  await expect(picture(page)).toHaveAttribute('src', /^\/uploads\/[0-9a-f-]{36}-\d{13}\.webp$/)
  expect(await coloursOf(page)).toEqual({ red: 1, blue: 0, size: [128, 128] })
  expect(await picture(page).evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/-320\.webp$/)
  const first = await picture(page).getAttribute('src')

  await choose(page, wide)
  await part.focus()
  // To the middle by keys, on to the end by the buttons beside the picture.
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowLeft')
  for (let presses = 0; presses < 40; presses++)
    await dialog.getByRole('button', { name: 'Move left' }).click()
  await dialog.getByRole('slider', { name: 'Zoom' }).press('End')
  await page.getByRole('button', { name: 'Use this picture' }).press('Enter')
  await expect(picture(page)).not.toHaveAttribute('src', first!)
  // No longer the preview.
  await expect(picture(page)).toHaveAttribute('src', /^\/uploads\//)
  await expect.poll(async () => (await coloursOf(page)).blue).toBe(1)

  // The one before is gone, in all its sizes, once the job has run.
  for (const address of [first!, first!.replace('.webp', '-96.webp')]) {
    await expect.poll(async () => (await fetch(app.url + address)).status).toBe(404)
  }
})

test('a file that is no picture is said so, and a failed upload can be tried again', async ({
  newPerson,
  app,
}) => {
  const mentee = await makeMentee(app, 'Retrying')
  const page = await newPerson({ width: 360 })
  await signIn(page, 'Mentees', mentee.email, password)
  await page.goto('/mentees/profile')
  const alert = page.getByRole('main').getByRole('alert')
  await choose(page, { name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(alert).toHaveText('Use a PNG, JPEG, WebP or AVIF picture.')
  await choose(page, { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await expect(alert).toHaveText('This file cannot be read as a picture.')

  await choose(page, png(await halves(page, 300, 300)))
  const use = page.getByRole('button', { name: 'Use this picture' })
  await expect(use).toBeEnabled()
  await page.context().setOffline(true)
  await use.click()
  await expect(alert).toContainText('The connection was lost')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(picture(page)).toHaveAttribute('src', /^\/uploads\//)
  await expect(alert).toHaveCount(0)
})
