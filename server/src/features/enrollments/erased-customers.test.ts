import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMentee, ok, type TestPerson, testPassword } from '../../testing/people.ts'
import { type StripeApp, startStripeApp } from '../../testing/stripe-app.ts'

// Whoever is erased is not known by name and address at the provider, wherever the asking for a customer was cut off.

let app: StripeApp
/** Between the provider's answer and the moment at which it is written down. */
let meanwhile: (() => Promise<void>) | undefined
beforeAll(async () => {
  app = await startStripeApp((gateway) => ({
    ...gateway,
    async createCustomer(of) {
      const id = await gateway.createCustomer(of)
      await meanwhile?.()
      return id
    },
  }))
})
afterAll(() => app.close())

const customersOf = ({ id }: TestPerson) =>
  app.stripe.books.all('customer').filter(({ metadata }) => metadata.accountId === id)
const subscribe = async (mentee: TestPerson) => app.checkout(mentee, await app.priceOf(app.mentor))
const erase = async (mentee: TestPerson) => {
  const body = { password: testPassword }
  ok(await app.call(api.accountSettings.mentee.deleteAccount, { body }, mentee))
}
const processDies = async () => {
  throw new Error('the process is gone')
}
const changeEmail = (mentee: TestPerson) =>
  app.app.db.pool.query('update account set email = $2 where id = $1', [mentee.id, `new-${mentee.email}`])

it('nobody was there to write down who was made, and the address changed since', async () => {
  const mentee = await newMentee(app.test)
  meanwhile = processDies
  expect((await subscribe(mentee)).status).toBe(500)
  meanwhile = undefined
  expect(customersOf(mentee)).toHaveLength(1)
  await changeEmail(mentee)
  await erase(mentee)
  await app.runJobs()
  expect(customersOf(mentee)).toEqual([])
})

it('who comes back after that is the same customer, under another address too', async () => {
  const mentee = await newMentee(app.test)
  meanwhile = processDies
  await subscribe(mentee)
  meanwhile = undefined
  await changeEmail(mentee)
  ok(await subscribe(mentee))
  expect(customersOf(mentee)).toHaveLength(1)
  await erase(mentee)
  await app.runJobs()
  expect(customersOf(mentee)).toEqual([])
})

it('the erasure came while the provider was answering', async () => {
  const mentee = await newMentee(app.test)
  meanwhile = () => erase(mentee)
  expect((await subscribe(mentee)).status).toBe(401)
  meanwhile = undefined
  await app.runJobs()
  expect(customersOf(mentee)).toEqual([])
  const { rows } = await app.app.db.pool.query('select 1 from payer where account_id = $1', [mentee.id])
  expect(rows).toEqual([])
})

it('one that is gone at the provider was being made again', async () => {
  const mentee = await newMentee(app.test)
  ok(await subscribe(mentee))
  const [first] = customersOf(mentee)
  const headers = { authorization: `Bearer ${app.stripe.secretKey}` }
  await fetch(`${app.stripe.url}/v1/customers/${first!.id}`, { method: 'DELETE', headers })
  await app.catchUp()
  meanwhile = processDies
  // Another checkout than the one that is open.
  await app.app.db.pool.query('update checkout set closed_at = now() where mentee_id = $1', [mentee.id])
  expect((await subscribe(mentee)).status).toBe(500)
  meanwhile = undefined
  expect(customersOf(mentee)).toHaveLength(1)
  await erase(mentee)
  await app.runJobs()
  expect(customersOf(mentee)).toEqual([])
})
