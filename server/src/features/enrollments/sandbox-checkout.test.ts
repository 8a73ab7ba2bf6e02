import { texts } from '@marga/contract/texts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatPlainDate } from '../../platform/date-format.ts'
import { oneMonthAfter } from '../../platform/payments/sandbox-subscription.ts'
import {
  mentorForm,
  newMentee,
  newMentor,
  newModerator,
  openCheckout,
  pay,
  type TestPerson,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let mentor: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  mentor = await newMentor(test, await newModerator(test), { ...mentorForm(), jobTitle: 'Lead <Engineer>' })
})
afterAll(() => test.close())

const pageOf = async (paymentId: string) =>
  String((await test.request('GET', `/sandbox/checkout/${paymentId}`)).body.text)

it('says with whom, what a month holds, what it costs and when it renews', async () => {
  const address = '/uploads/demo/face.webp'
  await test.app.db.query
    .updateTable('account')
    .set({ profileImageUrl: address })
    .where('id', '=', mentor.id)
    .execute()
  const page = await pageOf(await openCheckout(test, await newMentee(test), mentor))
  expect(page).toContain(`<img src="${address}"`)
  expect(page).toContain('Lead &lt;Engineer&gt;')
  for (const line of texts.offer) expect(page).toContain(line.replace('&', '&amp;'))
  expect(page).toContain('₹6,000')
  expect(page).toContain(formatPlainDate(oneMonthAfter(test.app.clock.now()), null))
  expect(page).toContain('Pay ₹6,000')
})

it('offers nothing to pay once it is closed', async () => {
  const paymentId = await openCheckout(test, await newMentee(test), mentor)
  await pay(test, paymentId, 'cancel')
  const page = await pageOf(paymentId)
  expect(page).not.toContain('<form')
  expect(page).toContain('This checkout is closed.')
})
