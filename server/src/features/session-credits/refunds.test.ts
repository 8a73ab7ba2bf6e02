import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCreditWorld } from '../../testing/credit-world.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createRefunds } from './refunds.service.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('what went back counts as gone from the moment it did, without the provider being asked about the payment', async () => {
  const { enrollmentId, retire } = await makeCreditWorld(test)
  const refunds = createRefunds(test.app)
  const { db } = test.app
  const payment = async () =>
    (await db.pool.query('select * from payment where enrollment_id = $1', [enrollmentId])).rows[0]!
  const { id: paymentId, amount } = await payment()
  const reserve = (reference: string, amountRupees: number) =>
    db.transact((tx) =>
      refunds.reserve(tx, {
        enrollmentId,
        paymentId,
        amountRupees,
        reason: 'goodwill',
        reference,
        isPaidOutByCaller: true,
      }),
    )
  for (const [reference, wanted, gone] of [
    ['first', 500, 500],
    ['second', 700, 1200],
  ] as const) {
    expect(await reserve(reference, wanted)).toBe(wanted)
    const [pending] = await refunds.pendingOf(db.query, enrollmentId)
    expect(await refunds.markDone(db.query, pending!.id)).toMatchObject({ reference, amount: wanted })
    expect(await refunds.markDone(db.query, pending!.id)).toBeUndefined()
    expect((await payment()).refunded_amount).toBe(gone)
  }
  // What came back from the bank is owed another way: all else can be given, and then nothing is left.
  await db.pool.query(
    `insert into failed_refund (id, provider_charge_id, amount, reason, noticed_at)
      select 'failed:' || id, provider_charge_id, 1200, 'account_closed', now() from payment where id = $1`,
    [paymentId],
  )
  await db.pool.query('update payment set refunded_amount = 0 where id = $1', [paymentId])
  expect(await reserve('again', amount)).toBe(amount - 1200)
  const [again] = await refunds.pendingOf(db.query, enrollmentId)
  expect(await refunds.markDone(db.query, again!.id)).toMatchObject({ reference: 'again' })
  expect((await payment()).refunded_amount).toBe(amount - 1200)
  expect(await reserve('third', amount)).toBe(0)
  await retire()
})
