import { expect, registerMentee, test } from '../support/journey.ts'
import { password, signIn } from '../support/sign-in.ts'

const stamp = Date.now().toString(36)

test('a new mentee is told so in a modal and led to the sign-in after five seconds', async ({
  newPerson,
}) => {
  const page = await newPerson()
  const startedMs = Date.now()
  await registerMentee(page, 'Quick', `quick-${stamp}@example.com`)
  const modal = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  expect((await modal.boundingBox())!.width).toBeLessThanOrEqual(400)
  await page.waitForURL('**/auth/login?mentees')
  expect(Date.now() - startedMs).toBeGreaterThan(5000)
})

test('a search with filters is in the address, unchecks to any, and can be shared', async ({ newPerson }) => {
  const page = await newPerson()
  await page.goto('/browse/mentor/search')
  const cards = page.getByRole('article')
  await expect(cards.first()).toBeVisible()
  const all = await page.getByRole('main').textContent()
  await page.getByRole('checkbox', { name: 'Above ₹5000' }).check()
  await expect(page).toHaveURL(/price=e/)
  await expect(page.getByRole('main')).not.toHaveText(all ?? '')
  const address = page.url()
  const friend = await newPerson()
  await friend.goto(address)
  await expect(friend.getByRole('checkbox', { name: 'Above ₹5000' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Above ₹5000' }).uncheck()
  await expect(page.getByRole('checkbox', { name: 'Any' })).toBeChecked()
  await expect(page).not.toHaveURL(/price=e/)
  await page.goto('/browse/mentor/search?search=qqqqqq')
  await expect(page.getByRole('heading', { name: 'No mentors match that' })).toBeVisible()
})

test('a declined card is said so; paid in a tab that is closed before the return, the mentee is subscribed all the same', async ({
  newPerson,
}) => {
  const page = await newPerson()
  const email = `payer-${stamp}@example.com`
  await registerMentee(page, 'Payer', email)
  await signIn(page, 'Mentees', email, password)
  const openCheckout = async () => {
    await page.goto('/mentees/browse/mentor/interview')
    await page
      .getByRole('link', { name: /profile/i })
      .first()
      .click()
    await page.getByRole('button', { name: /subscribe/i }).click()
    await expect(page.getByRole('heading', { name: 'Sandbox checkout' })).toBeVisible()
  }
  await openCheckout()
  await page.getByRole('button', { name: /declined/ }).click()
  await expect(page.getByText('Payment Failed')).toBeVisible()
  await expect(page.getByText('Your card was declined.')).toBeVisible()

  await openCheckout()
  const checkout = page.url()
  // The page posts and is gone before the answer leads it back.
  await page.request.post(checkout, { form: { outcome: 'success' }, maxRedirects: 0 })
  await page.goto('/mentees/subscribed-mentors')
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/4 of 4/).first()).toBeVisible({ timeout: 10_000 })
  }).toPass()
})

test('what is written while the line is cut arrives once, in order, on both screens', async ({
  newPerson,
}) => {
  const [mentee, mentor] = [await newPerson(), await newPerson()]
  await signIn(mentee, 'Mentees', 'mentee@demo.test')
  await signIn(mentor, 'Mentors', 'mentor@demo.test')
  for (const [page, area, name] of [
    [mentee, 'mentees', /Ananya/],
    [mentor, 'mentors', /Rohan/],
  ] as const) {
    await page.goto(`/${area}/connect/inbox`)
    await page.getByRole('link', { name }).first().click()
    await expect(page.getByRole('textbox', { name: /message/i })).toBeVisible()
  }
  const write = async (text: string) => {
    await mentee.getByRole('textbox', { name: /message/i }).fill(text)
    await mentee.getByRole('textbox', { name: /message/i }).press('Enter')
  }
  await write(`before ${stamp}`)
  await mentee.context().setOffline(true)
  await write(`during one ${stamp}`)
  await write(`during two ${stamp}`)
  await mentee.context().setOffline(false)
  await write(`after ${stamp}`)
  const expected = ['before', 'during one', 'during two', 'after'].map((word) => `${word} ${stamp}`)
  for (const page of [mentee, mentor]) {
    await expect
      .poll(async () => {
        const texts = await page.getByRole('log').getByText(new RegExp(stamp)).allInnerTexts()
        return texts.map((text) => /(before|during one|during two|after) \w+$/.exec(text.trim())?.[0])
      })
      .toEqual(expected)
  }
})

test('the bar is 58 px high, border included, and titles end in the product’s name', async ({
  newPerson,
}) => {
  const page = await newPerson()
  const isRight = async (path: string) => {
    await page.goto(path)
    const bar = page.getByRole('banner').first()
    await expect(bar).toBeVisible()
    expect((await bar.boundingBox())!.height, path).toBe(58)
    await expect(page).toHaveTitle(/Marga$/)
  }
  await isRight('/')
  await isRight('/browse/mentor/search')
  await signIn(page, 'Mentees', 'mentee@demo.test')
  await isRight('/mentees')
  await isRight('/mentees/booked-slots')
})
