import { expect, test } from '../support/journey.ts'
import { untilNetworkIdle } from '../support/network-idle.ts'
import { expectSaid } from '../support/passing-texts.ts'
import { makeMentor } from '../support/people.ts'
import { password, signIn } from '../support/sign-in.ts'

test.use({ timezoneId: 'America/New_York' })

test('a mentor in another zone is asked, draws three hours, repeats and takes it all back', async ({
  newPerson,
  app,
}) => {
  const mentor = await makeMentor(app, 'Drawing')
  const page = await newPerson()
  await signIn(page, 'Mentors', mentor.email, password)
  await page.goto('/mentors/scheduler')
  const cell = page.locator('[data-hour="10"]').nth(2)
  const dayOfThisWeek = await cell.getAttribute('data-day')
  await page.getByRole('button', { name: 'Next week' }).click()
  // In the week before, the hour may be over, and cannot be drawn into.
  await expect(cell).not.toHaveAttribute('data-day', dayOfThisWeek!)
  await untilNetworkIdle(page)
  // Into the middle: the calendar opens at the hour that it is now, and above it lie the names of the days.
  await cell.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const { x, y } = (await cell.boundingBox())!
  await page.mouse.move(x + 20, y + 2)
  await page.mouse.down()
  await page.mouse.move(x + 20, y + 90, { steps: 5 })
  await page.mouse.move(x + 20, y + 178, { steps: 5 })
  await page.mouse.up()

  const question = page.getByRole('dialog', { name: 'Which time zone?' })
  await expect(question).toContainText('India Standard Time')
  await question.getByRole('button', { name: /^Use Eastern/ }).click()
  const form = page.getByRole('dialog', { name: 'Add a time' })
  await expect(form.getByLabel('Start')).toHaveValue('10:00')
  await form.getByRole('button', { name: 'Publish 3 times' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByText(/Drag over free time.*Eastern/)).toBeVisible()
  await expect(page.getByRole('button', { name: /, Open/ })).toHaveCount(3)
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)

  await page.getByRole('button', { name: 'Add a time' }).click()
  await form.getByLabel('Date').fill((await cell.getAttribute('data-day'))!)
  await form.getByLabel('Start').fill('11:30')
  await form.getByRole('switch', { name: 'Repeat every week' }).click()
  await form.getByRole('button', { name: /^Publish \d times$/ }).click()
  await form.getByRole('button', { name: 'Skip this one and publish the rest' }).click()
  await expectSaid(page, '1 was skipped.')
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add a time' })).toBeFocused()

  await page.getByRole('button', { name: /10:00 am – 11:00 am, Open/ }).click()
  await page.getByRole('button', { name: 'Delete this time' }).click()
  const sure = page.getByRole('alertdialog')
  await sure.getByText('This and the following').click()
  await sure.getByRole('button', { name: 'Delete' }).click()
  await expectSaid(page, '3 times.')
  await expect(page.getByRole('button', { name: /, Open/ })).toHaveCount(0)
})

test('the hour that the arrows lead to is never behind the names of the days', async ({ newPerson, app }) => {
  const mentor = await makeMentor(app, 'Arrows')
  const page = await newPerson()
  await signIn(page, 'Mentors', mentor.email, password)
  await page.goto('/mentors/scheduler')
  await untilNetworkIdle(page)
  await page.getByRole('gridcell').and(page.locator('[tabindex="0"]')).focus()
  const isSeen = () =>
    page.evaluate(() => {
      const { left, top, width, height } = document.activeElement!.getBoundingClientRect()
      return (
        document.elementsFromPoint(left + width / 2, top + height / 2)[0]?.closest('[data-hour]') !== null
      )
    })
  for (let hour = 9; hour > 0; hour--) {
    await page.keyboard.press('ArrowUp')
    await expect(page.locator(':focus')).toHaveAttribute('data-hour', String(hour - 1))
    expect(await isSeen(), `${hour - 1} o’clock`).toBe(true)
  }
})
