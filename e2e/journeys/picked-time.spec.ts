import { api } from '@marga/contract/api'
import { must } from '../support/client.ts'
import { expect, registerMentee, test } from '../support/journey.ts'
import { expectSaid } from '../support/passing-texts.ts'
import { fillSignInForm, password } from '../support/sign-in.ts'
import { widths } from '../support/widths.ts'

const stamp = Date.now().toString(36)

/** A mentor of the demo with a free session that does not begin in the next hours. */
async function mentorWithTimes(url: string) {
  const { mentorsSearchResult } = await must(url, api.search.mentors, { query: { limit: 50 } })
  const soon = Date.now() + 6 * 3_600_000
  for (const { _id: mentorId } of mentorsSearchResult) {
    const { times } = await must(url, api.search.availability, { params: { mentorId } })
    const sessions = times.filter(({ type, start }) => type === 'session' && Date.parse(start) > soon)
    if (sessions.length > 0) return mentorId
  }
  throw new Error('no mentor of the demo has a free time')
}

for (const width of widths) {
  test(`${width} px wide: a free time pressed on a public profile is booked after sign-in and payment`, async ({
    newPerson,
    app,
  }) => {
    const email = `picks-${width}-${stamp}@example.com`
    await registerMentee(await newPerson(), 'Meera', email)
    const mentorId = await mentorWithTimes(app.url)

    const page = await newPerson({ width })
    await page.goto(`/browse/mentor/profile/${mentorId}`)
    const time = page.getByRole('link', { name: /choose this time/ }).last()
    const start = await time.locator('time').getAttribute('datetime')
    await time.click()
    await page.waitForURL('**/auth/login**')
    await fillSignInForm(page, { email, password })
    await page.waitForURL(`**/profile/${mentorId}?at=*`)
    // The panel stands twice: beside the text on wide screens, above it on small ones.
    const note = page.getByText('Subscribe, and you can book this time right away.').filter({ visible: true })
    await expect(note).toHaveCount(1)
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await page.getByRole('button', { name: /Pay ₹/ }).click()
    await page.waitForURL('**/mentees/payment/success/**')
    await page.getByRole('link', { name: /^Book / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /book/i }).click()
    await expectSaid(page, 'Slot allocated Succssfully')

    await page.goto('/mentees/booked-slots')
    const booked = await page.evaluate(() => localStorage.getItem('menteeAuth'))
    const { menteeId, accessToken } = JSON.parse(booked!) as { menteeId: string; accessToken: string }
    const { bookedSlots } = await must(
      app.url,
      api.slots.booked,
      { params: { menteeId }, query: { show: 'upcoming' } } as never,
      { token: accessToken },
    )
    expect(bookedSlots.map((slot) => slot.start)).toEqual([start])
  })
}
